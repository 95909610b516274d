package treeline.app.commands.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;

import java.io.IOException;
import java.nio.file.Files;

/// `treeline ensemble` on four runs that fit on a napkin.
class EnsembleCommandTest extends CommandTest {
    @BeforeEach
    void draw() throws IOException {
        run("a", 4, "gcc", 60, 10);
        run("b", 8, "gcc", 30, 10);
        run("c", 8, "clang", 50, 10);
        run("d", 64, "clang", 10, 20);
    }

    private void run(String name, int ranks, String compiler, int main, int io) throws IOException {
        drawn(
                name + ".run",
                """
                metric time s inclusive
                path     whole
                main     %d
                main/io  %d
                fact ranks %d
                fact compiler %s
                """
                        .formatted(main, io, ranks, compiler));
    }

    private String runs() {
        return folder + "/*.run";
    }

    @Test
    void infoSaysHowTheRunsDiffer() {
        assertThat(printed("ensemble", "info", runs()))
                .isEqualTo(
                        """
                        4 runs, 2 nodes (2 in every run), 1 metric

                        metadata  different  values
                        compiler          2  clang, gcc
                        ranks             3  4, 8, 64
                        """);
    }

    @Test
    void metadataHasARowForEachRun() {
        assertThat(printed("ensemble", "metadata", runs(), "--csv"))
                .isEqualTo(
                        """
                        run,ranks,compiler
                        a.run,4,gcc
                        b.run,8,gcc
                        c.run,8,clang
                        d.run,64,clang
                        """);
    }

    @Test
    void statisticsAreOfEachNode() {
        assertThat(
                        printedWithWarnings(
                                "ensemble",
                                "stats",
                                runs(),
                                "--statistic",
                                "mean",
                                "--statistic",
                                "p50"))
                .isEqualTo(
                        """
                        time (inclusive) of 4 runs

                        path       mean  percentiles 50
                        main     37.5 s          40.0 s
                        main/io  12.5 s          10.0 s
                        """);
    }

    @Test
    void statisticsAreOfEachGroupOfRunsThatFulfilACondition() {
        assertThat(
                        printedWithWarnings(
                                "ensemble",
                                "stats",
                                runs(),
                                "--where",
                                "ranks >= 8",
                                "--group-by",
                                "compiler",
                                "--statistic",
                                "mean",
                                "--csv"))
                .isEqualTo(
                        """
                        compiler,node,path,time_mean [s]
                        clang,0,main,30.0
                        clang,1,main/io,15.0
                        gcc,0,main,30.0
                        gcc,1,main/io,10.0
                        """);
    }

    @Test
    void aPivotHasFunctionsAcross() {
        assertThat(printedWithWarnings("ensemble", "pivot", runs(), "--group-by", "ranks", "--csv"))
                .isEqualTo(
                        """
                        ranks,main [s],io [s]
                        4,60.0,10.0
                        8,40.0,10.0
                        64,10.0,20.0
                        """);
    }

    @Test
    void runsMayBeCalledByTheirMetadata() {
        assertThat(
                        printed(
                                "ensemble",
                                "metadata",
                                runs(),
                                "--key",
                                "ranks",
                                "--key",
                                "compiler",
                                "--csv"))
                .contains("\"8, clang\",8,clang\n");
    }

    @Test
    void aRunThatCannotBeReadIsAnErrorUnlessItShallBeSkipped() throws IOException {
        Files.writeString(folder.resolve("e.run"), "nothing");
        assertThat(refused("ensemble", "info", runs())).contains("e.run").contains("nothing");
        Session.Answer answer = run(session, "ensemble", "info", runs(), "--skip-unreadable");
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.out()).startsWith("4 runs");
        assertThat(answer.err()).startsWith("warning: skipped: e.run");
    }

    @Test
    void mistakesAreExplained() throws IOException {
        assertThat(refused("ensemble", "info", runs(), "--where", "rank > 8"))
                .isEqualTo(
                        """
                        treeline: invalid condition, expected metadata of at least one run, one of [ranks, compiler]:
                          rank > 8
                          ^
                          see 'treeline ensemble info --help'
                        """);
        assertThat(run(session, "ensemble", "plot", runs()).err())
                .isEqualTo(
                        "treeline: no command 'ensemble plot'\n  see 'treeline help ensemble'\n");
        assertThat(refused("ensemble", "stats", runs(), "--statistic", "average"))
                .startsWith("treeline: unknown statistic 'average'; available:");
        drawn("lone.txt", "path whole\nmain 1");
        assertThat(refused("ensemble", "speedup", folder + "/lone.txt"))
                .startsWith(
                        "treeline: the process count of the runs is unknown; name its metadata with"
                                + " --processes (available: none), or give it to runs, as with"
                                + " --from-name '(?<ranks>\\d+)cores'");
        Files.writeString(folder.resolve("torn"), "nothing");
        assertThat(refused("ensemble", "info", folder + "/torn", "--skip-unreadable"))
                .contains("treeline: none of the 1 runs can be read");
    }
}
