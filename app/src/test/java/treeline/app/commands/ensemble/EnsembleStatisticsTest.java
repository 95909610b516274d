package treeline.app.commands.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;

import java.io.IOException;
import java.nio.file.Files;

/// Everything that `treeline ensemble stats` can be asked for, on six runs of two compilers.
class EnsembleStatisticsTest extends CommandTest {
    @BeforeEach
    void draw() throws IOException {
        int[] gcc = {10, 11, 12};
        int[] clang = {5, 6, 7};
        for (int run = 0; run < 3; run++) {
            run("g" + run, "gcc", gcc[run]);
            run("c" + run, "clang", clang[run]);
        }
    }

    private void run(String name, String compiler, int time) throws IOException {
        drawn(
                name + ".run",
                """
                metric time s inclusive
                path  whole
                main  %d

                metric misses 1 inclusive
                path  whole
                main  %d
                fact compiler %s
                """
                        .formatted(time, 2 * time, compiler));
    }

    private String csv(Object... words) {
        Object[] all = new Object[words.length + 4];
        all[0] = "ensemble";
        all[1] = "stats";
        all[2] = folder + "/*.run";
        all[3] = "--csv";
        System.arraycopy(words, 0, all, 4, words.length);
        return printedWithWarnings(all);
    }

    @Test
    void confidenceIntervalsHaveTwoEnds() {
        assertThat(csv("--statistic", "confidence", "--where", "compiler = 'gcc'"))
                .isEqualTo(
                        """
                        node,path,time_confidence_95_lower [s],time_confidence_95_upper [s]
                        0,main,9.868414265923828,12.131585734076172
                        """);
        assertThat(csv("--statistic", "confidence99"))
                .startsWith(
                        "node,path,time_confidence_99_lower [s],time_confidence_99_upper [s]\n");
    }

    @Test
    void boxesOutliersAndNormalityHaveTheirColumns() throws IOException {
        run("far", "gcc", 100);
        assertThat(csv("--statistic", "box", "--statistic", "outliers"))
                .isEqualTo(
                        """
                        node,path,time_q1 [s],time_q2 [s],time_q3 [s],time_iqr [s],time_lowerfence [s],time_upperfence [s],time_outliers
                        0,main,6.5,10.0,11.5,5.0,-1.0,19.0,far.run
                        """);
        assertThat(csv("--statistic", "normality"))
                .startsWith("node,path,time_w,time_p,time_normality\n0,main,")
                .endsWith(",False\n");
    }

    @Test
    void twoMetricsAreCompared() {
        assertThat(
                        csv(
                                "--metric",
                                "time",
                                "--with",
                                "misses",
                                "--statistic",
                                "pearson",
                                "--statistic",
                                "spearman",
                                "--statistic",
                                "kendall"))
                .isEqualTo(
                        """
                        node,path,time_vs_misses pearson,time_vs_misses spearman,time_vs_misses kendall
                        0,main,1.0,1.0,1.0
                        """);
    }

    @Test
    void twoGroupsAreCompared() {
        assertThat(printed("ensemble", "stats", folder + "/*.run", "--between", "compiler"))
                .isEqualTo(
                        """
                        time (inclusive) of 6 runs

                        path  clang mean  gcc mean  hellinger  critical t      t  lower mean  lower std
                        main      6.00 s    11.0 s      0.956        2.78  -6.12  clang.time  No preference
                        """);
        assertThat(csv("--between", "compiler", "--statistic", "score"))
                .startsWith(
                        "node,path,delta_mean_delta_stdnorm,delta_mean_delta_coefficient_of_variation,bhattacharyya,hellinger\n"
                            + "0,main,-5.0,-4.924");
        assertThat(csv("--between", "compiler", "--statistic", "bhattacharyya"))
                .isEqualTo(
                        """
                        node,path,clang.time_gcc.time_bhattacharyya_distance
                        0,main,3.125
                        """);
    }

    @Test
    void mistakesAreExplained() throws IOException {
        assertThat(refused("ensemble", "stats", folder + "/*.run", "--statistic", "pearson"))
                .startsWith(
                        "treeline: 'pearson' compares two metrics or groups; name the other metric"
                                + " with --with or the groups with --between");
        assertThat(
                        refused(
                                "ensemble",
                                "stats",
                                folder + "/*.run",
                                "--between",
                                "compiler",
                                "--with",
                                "misses"))
                .startsWith("treeline: --with and --between cannot be combined");
        assertThat(
                        refused(
                                "ensemble",
                                "stats",
                                folder + "/*.run",
                                "--between",
                                "compiler",
                                "--group-by",
                                "compiler"))
                .startsWith("treeline: --group-by and --between cannot be combined");
        assertThat(refused("ensemble", "stats", folder + "/*.run", "--statistic", "average"))
                .contains("unknown statistic 'average'; available:")
                .contains("also confidence, box, outliers, normality");
        run("far", "gcc", 100);
        assertThat(
                        refused(
                                "ensemble",
                                "stats",
                                folder + "/*.run",
                                "--between",
                                "compiler",
                                "--statistic",
                                "kendall"))
                .startsWith(
                        "treeline: 'kendall' pairs runs, but the groups have different run counts");
        run("other", "icc", 1);
        assertThat(refused("ensemble", "stats", folder + "/*.run", "--between", "compiler"))
                .startsWith(
                        "treeline: 'compiler' splits the runs into 3 groups (clang, gcc, icc), two"
                                + " required; select with --where");
    }

    @Test
    void issueSlotsAreShownTogether() throws IOException {
        drawn(
                "slots.txt",
                """
                metric Retiring 1 point
                path  whole
                main  0.25

                metric Frontend_bound 1 point
                path  whole
                main  0.125

                metric Backend_bound 1 point
                path  whole
                main  0.5

                metric Bad_speculation 1 point
                path  whole
                main  0.125
                fact compiler gcc
                """);
        assertThat(printed("ensemble", "topdown", folder + "/slots.txt", "--csv"))
                .isEqualTo(
                        """
                        node,path,Retiring,Frontend bound,Backend bound,Bad speculation,most
                        0,main,0.25,0.125,0.5,0.125,Backend bound
                        """);
        assertThat(printed("ensemble", "topdown", folder + "/slots.txt", "--group-by", "compiler"))
                .isEqualTo(
                        """
                        shares of issue slots, mean of 1 run

                        compiler = gcc (1 run):
                        path  Retiring  Frontend bound  Backend bound  Bad speculation  most
                        main     0.250           0.125          0.500            0.125  Backend bound
                        """);
        assertThat(refused("ensemble", "topdown", folder + "/*.run"))
                .startsWith("treeline: the runs lack the four top-down metrics [Retiring,");
    }

    @Test
    void kernelsOfNsightComputeAreAddedToTheirRun() throws IOException {
        Session real = new Session(Formats.all(), Session.PLAIN);
        Files.writeString(
                folder.resolve("run.json"),
                """
                [{"frame": {"name": "axpy", "type": "function"}, "metrics": {"time": 4}}]
                """);
        Files.writeString(
                folder.resolve("report.csv"),
                """
                "ID","Kernel Name","Context","Stream","dram__bytes_read.sum"
                "","","","","byte"
                "0","axpy(double, int)","1","7","16"
                "1","axpy(double, int)","1","8","4"
                "2","dot(int)","1","8","4"
                """);
        Session.Answer answer =
                run(
                        real,
                        "ensemble",
                        "stats",
                        folder + "/run.json",
                        "--ncu",
                        folder + "/run.json=" + folder + "/report.csv",
                        "--metric",
                        "ncu.dram__bytes_read.sum",
                        "--statistic",
                        "mean",
                        "--csv");
        assertThat(answer.out())
                .isEqualTo("node,path,ncu.dram__bytes_read.sum:inclusive_mean [B]\n0,axpy,20.0\n");
        assertThat(answer.err())
                .contains("the run has no kernel with this name")
                .contains("report.csv: dot(int)");
        assertThat(
                        run(
                                        real,
                                        "ensemble",
                                        "stats",
                                        folder + "/run.json",
                                        "--ncu",
                                        folder + "/run.json=" + folder + "/kernels.csv",
                                        "--of",
                                        "sum")
                                .err())
                .startsWith(
                        "treeline: --ncu cannot be combined with --of sum, which would count each");
        assertThat(run(real, "ensemble", "stats", folder + "/run.json", "--ncu", "x=y").err())
                .startsWith(
                        "treeline: --ncu x=y: expected RUN=REPORT with one of the 1 runs, such as"
                                + " run.json=REPORT");
    }

    @Test
    void comparisonsMayAskEveryRun() {
        assertThat(
                        printed(
                                "ensemble",
                                "info",
                                folder + "/*.run",
                                "--paths",
                                "MATCH (p) WHERE p.\"time\" > 11",
                                "--mode",
                                "any"))
                .startsWith("6 runs, 1 node (1 in every run)");
        assertThat(
                        refused(
                                "ensemble",
                                "info",
                                folder + "/*.run",
                                "--paths",
                                "MATCH (p) WHERE p.\"time\" > 11",
                                "--mode",
                                "all"))
                .startsWith("treeline: no call path matches the query");
    }

    /// The scope that is not stored is computed before callees are removed.
    @Test
    void selectedNodesKeepTheirInclusiveValues() throws IOException {
        Files.writeString(folder.resolve("one.collapsed"), "main;a;b 30\nmain;a;c 50\n");
        Files.writeString(folder.resolve("two.collapsed"), "main;a;b 34\nmain;a;c 50\n");
        String csv =
                printed(
                        new Session(Formats.all(), wide.screen()),
                        "ensemble",
                        "stats",
                        folder + "/*.collapsed",
                        "--metric",
                        "samples:inclusive",
                        "--paths",
                        "function(a)",
                        "--csv");
        assertThat(csv).contains("\n0,a,82.0,");
    }
}
