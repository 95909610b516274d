package treeline.app.commands.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Session;

import java.io.IOException;

/// `treeline ensemble speedup` on runs that fit on a napkin.
class EnsembleSpeedupTest extends EnsembleRuns {

    private void strong() throws IOException {
        run("p4", 60, 10, "ranks 4");
        run("p8", 32, 10, "ranks 8");
        run("p64", 24, 20, "ranks 64");
    }

    @Test
    void theWholeRunComesFirstThenWhatLosesMostTime() throws IOException {
        strong();
        assertThat(printed(narrow, "ensemble", "speedup", runs()))
                .isEqualTo(
                        """
                        speedup of time (inclusive), 3 runs, by ranks

                        path     self lost  self <80 %  4     8     64
                        main        875 ms  64          1  1.88   2.50
                        main/io     19.4 s  8           1     1  0.500

                        the whole run is below 80 % efficiency from ranks = 64 on
                        most time is lost at ranks = 64 in io (19.4 s), main (875 ms)
                        """);
    }

    @Test
    void theSmallestRunIsTheBaselineUnlessOneIsNamed() throws IOException {
        strong();
        assertThat(
                        printed(
                                "ensemble",
                                "speedup",
                                runs(),
                                "--kind",
                                "strong_efficiency",
                                "--baseline",
                                8,
                                "--csv",
                                "--paths",
                                "MATCH (p) WHERE p.\"name\" = \"main\""))
                .isEqualTo(
                        """
                        node,path,own_lost [s],own_first_below,4,8,64
                        0,main,20.0,64,1.0666666666666667,1.0,0.16666666666666666
                        """);
        assertThat(refused("ensemble", "speedup", runs(), "--baseline", "5"))
                .startsWith("treeline: no run has ranks = 5 to compare with; available: 4, 8, 64");
    }

    @Test
    void programsGetAllNodesAndTheFirstCountThatIsNotWorthIt() throws IOException {
        strong();
        assertThat(printed("ensemble", "speedup", runs(), "--json"))
                .isEqualTo(
                        """
                        {
                          "schema": "treeline/ensemble-speedup/1",
                          "heading": "speedup of time (inclusive), 3 runs, by ranks",
                          "metric": "time",
                          "unit": "s",
                          "scope": "inclusive",
                          "first_below": "64",
                          "units": {
                            "own_lost": "s"
                          },
                          "statements": [
                            {"kind": "verdict", "text": "the whole run is below 80 % efficiency from ranks = 64 on", "arguments": {"parameter": "ranks", "setting": "64"}},
                            {"kind": "finding", "text": "most time is lost at ranks = 64 in io (19.4 s), main (875 ms)", "arguments": {"parameter": "ranks", "setting": "64", "node": "io", "lost": 19.375, "secondNode": "main", "secondLost": 0.875}}
                          ],
                          "rows": [
                            {"node": 0, "path": "main", "own_lost": 0.875, "own_first_below": "64", "4": 1, "8": 1.875, "64": 2.5},
                            {"node": 1, "path": "main/io", "own_lost": 19.375, "own_first_below": "8", "4": 1, "8": 1, "64": 0.5}
                          ]
                        }
                        """);
    }

    /// Runs without the setting count nowhere: not in the heading, and neither do their nodes.
    @Test
    void theHeadingCountsTheRunsThatAreCompared() throws IOException {
        strong();
        drawn(
                "other.run",
                "metric time s inclusive\npath whole\nmain 60\nmain/a 0.1\nmain/b 0.1\n");
        Session.Answer answer = run(narrow, "ensemble", "speedup", runs());
        assertThat(answer.err()).isEqualTo("warning: omitted: 1 run without 'ranks': other.run\n");
        assertThat(answer.out())
                .startsWith("speedup of time (inclusive), 3 runs, by ranks\n")
                .doesNotContain("below 1 %");
    }

    @Test
    void oneSettingIsAWarning() throws IOException {
        run("p4", 60, 10, "ranks 4");
        Session.Answer one = run(narrow, "ensemble", "speedup", runs());
        assertThat(one.exitCode()).isZero();
        assertThat(one.err())
                .isEqualTo(
                        "warning: 1 run has ranks = 4: a speedup compares runs with different"
                                + " values of ranks\n");
        run("again", 61, 10, "ranks 4");
        assertThat(run(narrow, "ensemble", "speedup", runs()).err())
                .startsWith("warning: 2 runs have ranks = 4: ");
    }

    @Test
    void aCopyOfARunIsAWarning() throws IOException {
        strong();
        run("same", 60, 10, "ranks 4");
        assertThat(run(narrow, "ensemble", "speedup", runs()).err())
                .containsPattern("warning: same.run is a copy of p4.run; copies make");
    }

    @Test
    void metricsOfOneNameInOtherUnitsAreNamedWithTheirUnits() throws IOException {
        strong();
        drawn("svc.run", "metric time B inclusive\npath whole\nmain 26\nfact ranks 128\n");
        assertThat(run(narrow, "ensemble", "speedup", runs(), "--metric", "time").err())
                .contains(
                        "warning: 1 run with 'time' in B, which cannot be combined with s:"
                                + " svc.run\n");
    }

    /// Every usual name of the process count means the one that runs have.
    @Test
    void groupsAndConditionsAcceptTheProcessCountBySpeedupsNames() throws IOException {
        run("p4", 60, 10, "mpi.world.size 4");
        run("p8", 32, 10, "mpi.world.size 8");
        assertThat(printed(narrow, "ensemble", "stats", runs(), "--group-by", "ranks"))
                .contains("ranks = 4 (1 run):")
                .contains("ranks = 8 (1 run):");
        assertThat(printed(narrow, "ensemble", "stats", runs(), "--where", "ranks > 4"))
                .startsWith("time (inclusive) of 1 run\n");
        assertThat(
                        printed(
                                narrow,
                                "ensemble",
                                "stats",
                                runs(),
                                "--where",
                                "not (num_procs = 8 or ranks in (9, 10))"))
                .startsWith("time (inclusive) of 1 run\n");
        assertThat(printed(narrow, "ensemble", "speedup", runs(), "--processes", "ranks"))
                .startsWith("speedup of time (inclusive), 2 runs, by mpi.world.size\n");
    }

    @Test
    void nodesThatAreSelectedAreNotHiddenByTheDefaultThreshold() throws IOException {
        run("p4", 60, 0.1, "ranks 4");
        run("p8", 32, 0.1, "ranks 8");
        String query = "MATCH (\"*\")->(\".\", p) WHERE p.\"name\" = \"io\"";
        for (String question : new String[] {"stats", "tree", "speedup", "values"}) {
            assertThat(run(narrow, "ensemble", question, runs()).out())
                    .doesNotContainPattern("(?m)^[^a-z]*io "); // as a row
            for (String paths : new String[] {"function(io)", query})
                assertThat(run(narrow, "ensemble", question, runs(), "--paths", paths).out())
                        .as(question)
                        .containsPattern("io\\b")
                        .doesNotContain("more");
        }
    }

    @Test
    void runsThatScaleWellSaySo() throws IOException {
        run("p1", 64, 0, "ranks 1");
        run("p2", 33, 0, "ranks 2");
        assertThat(printed(narrow, "ensemble", "speedup", runs()))
                .endsWith(
                        """

                        the whole run has an efficiency of at least 80 % throughout
                        most time is lost at ranks = 2 in main (1.00 s)
                        """);
    }

    @Test
    void whatLooksLikeAnotherKindOfScalingIsAWarning() throws IOException {
        run("p1", 10, 1, "ranks 1");
        run("p8", 11, 1, "ranks 8");
        Session.Answer strong = run(narrow, "ensemble", "speedup", runs());
        assertThat(strong.exitCode()).isZero();
        assertThat(strong.err())
                .isEqualTo(
                        "warning: times do not decrease with more processes; if the problem grows"
                                + " with them, use --kind weak_efficiency\n");
        assertThat(printed(narrow, "ensemble", "speedup", runs(), "--kind", "weak_efficiency"))
                .startsWith("weak_efficiency of time (inclusive), 2 runs, by ranks\n");
        run("p8", 2, 1, "ranks 8");
        assertThat(run(narrow, "ensemble", "speedup", runs(), "--kind", "weak_efficiency").err())
                .isEqualTo(
                        "warning: times decrease with more processes; if the problem size is"
                                + " constant, use --kind strong_efficiency\n");
    }

    @Test
    void runsMayBeComparedByAnySettingAndByGroup() throws IOException {
        run("a", 60, 10, "ranks 4", "compiler gcc");
        run("b", 30, 10, "ranks 4", "compiler clang");
        run("c", 40, 10, "ranks 8", "compiler gcc");
        run("d", 10, 10, "ranks 8", "compiler icc");
        assertThat(
                        printed(
                                narrow,
                                "ensemble",
                                "speedup",
                                runs(),
                                "--setting",
                                "compiler",
                                "--baseline",
                                "gcc",
                                "--group-by",
                                "ranks"))
                .isEqualTo(
                        """
                        speedup of time (inclusive), 4 runs, by compiler

                        ranks = 4 (2 runs):
                        path     clang  gcc  icc
                        main         2    1    -
                        main/io      1    1    -

                        ranks = 8 (2 runs):
                        path     clang  gcc  icc
                        main         -    1    4
                        main/io      -    1    1
                        """);
        Session.Answer withoutOne =
                run(
                        session,
                        "ensemble",
                        "speedup",
                        runs(),
                        "--setting",
                        "compiler",
                        "--baseline",
                        "icc",
                        "--group-by",
                        "ranks",
                        "--csv");
        assertThat(withoutOne.err())
                .isEqualTo("warning: omitted, because it has no run with compiler = icc: 4\n");
        assertThat(withoutOne.out())
                .isEqualTo(
                        """
                        ranks,node,path,clang,gcc,icc
                        8,0,main,,0.25,1.0
                        8,1,main/io,,1.0,1.0
                        """);
    }

    @Test
    void runsThatDifferInMoreAreAWarning() throws IOException {
        run("a", 60, 10, "ranks 4", "problem_size 10");
        run("b", 50, 10, "ranks 4", "problem_size 20");
        run("c", 20, 5, "ranks 8", "problem_size 30");
        assertThat(run(narrow, "ensemble", "speedup", runs()).err())
                .isEqualTo(
                        "warning: problem_size differs: 10, 20; separate such runs with --where or"
                                + " --group-by\n");
    }

    @Test
    void processesMayComeFromTheNamesOfRuns() throws IOException {
        run("lulesh-1cores", 64, 8);
        run("lulesh-8cores", 11, 8);
        run("lulesh-serial", 65, 8);
        Session.Answer answer =
                run(narrow, "ensemble", "speedup", folder, "--from-name", "(?<ranks>\\d+)cores");
        assertThat(answer.err())
                .isEqualTo(
                        """
                        warning: --from-name '(?<ranks>\\d+)cores' does not match 1 of 3 runs: lulesh-serial.run
                        warning: omitted: 1 run without 'ranks': lulesh-serial.run
                        """);
        assertThat(answer.out())
                .isEqualTo(
                        """
                        speedup of time (inclusive), 2 runs, by ranks

                        path     self lost  self <80 %  1     8
                        main       -4.00 s              1  5.82
                        main/io     7.00 s  8           1     1

                        the whole run is below 80 % efficiency from ranks = 8 on
                        most time is lost at ranks = 8 in io (7.00 s)
                        """);
    }

    @Test
    void mistakesAreExplained() throws IOException {
        strong();
        assertThat(refused("ensemble", "speedup", runs(), "--setting", "x", "--processes", "y"))
                .startsWith("treeline: --setting and --processes cannot be combined");
        assertThat(refused("ensemble", "speedup", runs(), "--pca", 3))
                .isEqualTo(
                        "treeline: no option '--pca'\n  see 'treeline ensemble speedup --help'\n");
        assertThat(refused("ensemble", "speedup", runs(), "--statistic", "median"))
                .startsWith("treeline: no option '--statistic'");
    }
}
