package treeline.app.commands.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;

import java.io.IOException;
import java.nio.file.Files;

/// The options that give runs metadata, and what is said before runs are averaged.
class MetadataOptionsTest extends EnsembleRuns {
    @BeforeEach
    void draw() throws IOException {
        run("gcc-10", 6, 1, "flags -g-O2");
        run("gcc-9", 5, 1, "flags -O3");
        run("icc-9", 4, 1, "flags none");
    }

    private String csv(Object... words) {
        Object[] all = new Object[words.length + 4];
        all[0] = "ensemble";
        all[1] = "metadata";
        all[2] = runs();
        all[3] = "--csv";
        System.arraycopy(words, 0, all, 4, words.length);
        return printedWithWarnings(all);
    }

    @Test
    void metadataComesFromConstantsNamesAndOtherMetadata() {
        assertThat(
                        csv(
                                "--set",
                                "machine = quartz",
                                "--from-name",
                                "(?<compiler>[a-z]+)-(?<version>\\d+)[.]run",
                                "--from-metadata",
                                "flags:-O(?<level>\\d)"))
                .isEqualTo(
                        """
                        run,flags,machine,compiler,version,level
                        gcc-9.run,'-O3,quartz,gcc,9,3
                        gcc-10.run,'-g-O2,quartz,gcc,10,2
                        icc-9.run,none,quartz,icc,9,
                        """);
    }

    @Test
    void valuesAreMapped() {
        assertThat(csv("--map", "flags:.*-O(\\d)=level $1", "--map", "flags:none=unknown"))
                .isEqualTo(
                        """
                        run,flags
                        gcc-9.run,level 3
                        gcc-10.run,level 2
                        icc-9.run,unknown
                        """);
    }

    @Test
    void aMappingThatMatchesNothingIsRefused() {
        for (String wrong : new String[] {"flags:-O9=x", "flag:x=y", "flags=x", "flags:none=$1"})
            assertThat(run(session, "ensemble", "info", runs(), "--map", wrong).exitCode())
                    .as(wrong)
                    .isEqualTo(2);
    }

    /// `host` differs in every run, and most runs lack `note`.
    @Test
    void keysThatDistinguishGroupsOfRunsAreListedFirst() throws IOException {
        run("gcc-10", 6, 1, "flags -O2", "host a", "note x");
        run("gcc-9", 5, 1, "flags -O3", "host b");
        run("icc-9", 4, 1, "flags -O3", "host c");
        assertThat(printed("ensemble", "info", runs()))
                .containsSubsequence("flags ", "host ", "note ");
    }

    @Test
    void metadataComesFromATable() throws IOException {
        Files.writeString(
                folder.resolve("facts.csv"),
                "run,size\ngcc-10.run,30\n" + folder + "/icc-9.run,60\nother.run,1\n");
        Session.Answer answer =
                run(
                        session,
                        "ensemble",
                        "stats",
                        runs(),
                        "--metadata",
                        folder + "/facts.csv",
                        "--where",
                        "size >= 30",
                        "--group-by",
                        "size",
                        "--statistic",
                        "mean",
                        "--csv");
        assertThat(answer.out())
                .isEqualTo(
                        """
                        size,node,path,time_mean [s]
                        30,0,main,6.0
                        30,1,main/io,1.0
                        60,0,main,4.0
                        60,1,main/io,1.0
                        """);
        assertThat(answer.err())
                .isEqualTo(
                        """
                        warning: facts.csv has no row for 1 of 3 runs: gcc-9.run
                        warning: rows that match no loaded run: other.run
                        """);
    }

    @Test
    void mistakesInATableNameItsFile() throws IOException {
        assertThat(refusedTable("name,size\ngcc-9.run,1\n"))
                .startsWith("treeline: facts.csv: the table has no column 'run'; available:");
        assertThat(refusedTable("run,size\ngcc-9.run,1\ngcc-9.run,2\n"))
                .startsWith("treeline: facts.csv: two rows of the table name the run");
        assertThat(refusedTable("run,size\ngcc-9.run,1,2\n"))
                .startsWith("treeline: facts.csv: line 2");
        Files.write(folder.resolve("facts.csv"), new byte[] {'r', (byte) 0xff});
        assertThat(refused("ensemble", "info", runs(), "--metadata", folder + "/facts.csv"))
                .startsWith("treeline: facts.csv: expected CSV in UTF-8, found other bytes\n");
    }

    private String refusedTable(String csv) throws IOException {
        Files.writeString(folder.resolve("facts.csv"), csv);
        return refused("ensemble", "info", runs(), "--metadata", folder + "/facts.csv");
    }

    @Test
    void mistakesAreExplained() {
        assertThat(refused("ensemble", "info", runs(), "--set", "machine"))
                .startsWith("treeline: --set machine: expected NAME=VALUE, such as machine=quartz");
        assertThat(refused("ensemble", "info", runs(), "--from-metadata", "colour:(?<x>.)"))
                .startsWith(
                        "treeline: --from-metadata colour:(?<x>.): expected NAME:REGEX with"
                                + " metadata of at least one run; available: flags");
        assertThat(refused("ensemble", "info", runs(), "--from-name", "(?<x>\\d+)cores"))
                .startsWith(
                        "treeline: '(?<x>\\d+)cores' does not match the name of any run; the first"
                                + " is");
        assertThat(refused("ensemble", "info", runs(), "--metadata", folder + "/none.csv"))
                .startsWith("treeline: none.csv: no such file");
        assertThat(refused("ensemble", "info", runs(), "--from-name", "(?<x>"))
                .startsWith("treeline: ")
                .contains("(?<x>");
    }

    @Test
    void settingsThatDifferAmongAveragedRunsAreWarnedOf() throws IOException {
        for (int i = 0; i < 3; i++)
            for (String size : new String[] {"10", "20", "30"})
                run(size + "-" + i, i, 1, "problem_size " + size, "launchdate " + (1691705915 + i));
        Session.Answer all = run(session, "ensemble", "stats", folder + "/?0-*.run", "--csv");
        assertThat(all.err())
                .isEqualTo(
                        "warning: problem_size differs: 10, 20, 30; separate such"
                                + " runs with --where or --group-by\n");
        printed("ensemble", "stats", folder + "/?0-*.run", "--group-by", "problem_size");
        for (String question : new String[] {"stats", "tree", "variability"})
            assertThat(run(session, "ensemble", question, folder + "/?0-*.run").err())
                    .as(question)
                    .startsWith("warning: problem_size differs: 10, 20, 30");
        assertThat(
                        run(
                                        session,
                                        "ensemble",
                                        "pivot",
                                        folder + "/?0-*.run",
                                        "--group-by",
                                        "launchdate")
                                .err())
                .startsWith("warning: problem_size differs: 10, 20, 30");
        printed("ensemble", "pivot", folder + "/?0-*.run");
    }

    @Test
    void runsWithoutTheMetricAreReportedAndMayBeLeftOut() throws IOException {
        drawn("other.run", "metric cycles 1 inclusive\npath whole\nmain 9\nfact flags none\n");
        String[] mean = {"ensemble", "stats", runs(), "--statistic", "count", "--csv"};
        Session.Answer warned = run(session, (Object[]) mean);
        assertThat(warned.err())
                .startsWith("warning: 1 run without 'time', but with 'cycles': other.run\n");
        assertThat(
                        run(
                                        session,
                                        "ensemble",
                                        "stats",
                                        runs(),
                                        "--skip-incomplete",
                                        "--statistic",
                                        "count")
                                .out())
                .startsWith("time (inclusive) of 3 runs\n");
        assertThat(
                        run(
                                        session,
                                        "ensemble",
                                        "stats",
                                        runs(),
                                        "--group-by",
                                        "flags",
                                        "--where",
                                        "flags = 'none' or flags = '-O3'",
                                        "--metric",
                                        "cycles")
                                .err())
                .startsWith("warning: no run of -O3 has 'cycles'; it has 'time'\n");
    }

    @Test
    void runsReadInPartAreReportedAndMayBeLeftOut() throws IOException {
        drawn(
                "torn-part.run",
                """
                metric time s inclusive
                path whole
                main 9
                lost the end of the file
                fact flags x
                """);
        Session.Answer warned = run(session, "ensemble", "info", runs());
        assertThat(warned.err())
                .contains("warning: only partly read; --skip-incomplete skips: torn-part.run\n");
        assertThat(warned.out()).startsWith("4 runs");
        Session.Answer skipped = run(session, "ensemble", "info", runs(), "--skip-incomplete");
        assertThat(skipped.err())
                .contains("warning: skipped, because only partly read: torn-part.run\n");
        assertThat(skipped.out()).startsWith("3 runs");
    }

    @Test
    void aRunThatIsNamedTwiceCountsOnce() {
        Session.Answer answer = run(session, "ensemble", "info", runs(), folder + "/gcc-9.run");
        assertThat(answer.out()).startsWith("3 runs");
        assertThat(answer.err())
                .isEqualTo("warning: 1 run is named more than once; duplicates are ignored\n");
    }
}
