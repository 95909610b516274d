package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.SolverTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The commands that analyse one run, each as a table for people and as data for programs.
class AnalysisCommandsTest extends SolverTest {
    @Test
    void theHotPathSaysWhereItSpreads() {
        assertThat(printed("hot-path", solver))
                .isEqualTo(
                        """
                        hot path by time (inclusive), mean of 5 ranks

                        45.4 s  100.0 %  ██████████    main
                        41.0 s   90.3 %  █████████     └─ solve  COMP
                        25.0 s   55.1 %  █████▌           └─ wait  COMM
                        main/solve/wait is a leaf
                        """);
        assertThat(printed("hot-path", solver, "--threshold", 70))
                .endsWith(
                        """
                        41.0 s   90.3 %  █████████     └─ solve  COMP
                        main/solve ends the path: its only callee, wait, holds 61.0 % of it
                        """);
    }

    @Test
    void theHotPathMayStartAnywhereAndIsDataForPrograms() {
        assertThat(printed("hot-path", solver, "--from", "main/write", "--rank", 0, "--csv"))
                .isEqualTo(
                        """
                        path,value:inclusive [s],share,ofParent
                        main/write,5.0,0.10416666666666667,0.10416666666666667
                        """);
        assertThat(refused("hot-path", solver, "--from", "main/sleep"))
                .isEqualTo(
                        """
                        treeline: no node 'sleep' on path main/sleep; available: solve, write
                          see 'treeline hot-path --help'
                        """);
    }

    @Test
    void programsGetAllRowsUnlessTheirNumberIsLimited() {
        assertThat(printed("flat", solver, "--csv")).hasLineCount(5);
        assertThat(printed("flat", solver, "--csv", "--top", 2))
                .hasLineCount(3)
                .isSubstringOf(printed("flat", solver, "--csv"));
        for (String command : List.of("imbalance", "callgraph"))
            assertThat(printed(command, solver, "--csv", "--top", 1)).as(command).hasLineCount(2);
        assertThat(printed("diff", solver, solver, "--csv", "--top", 1)).hasLineCount(2);
    }

    @Test
    void aQueryKeepsSomeNodesAndTheirHotPath() {
        assertThat(
                        printed(
                                "hot-path",
                                solver,
                                "--paths",
                                "MATCH (\".\", p) WHERE p.name =~ \"main|wait\""))
                .isEqualTo(
                        """
                        hot path by time (inclusive), mean of 5 ranks; only matches of --paths, percentages of the whole run

                        45.4 s  100.0 %  ██████████    main
                        26.0 s   57.3 %  █████▊        └─ wait  COMM
                        main/wait is a leaf
                        """);
        assertThat(refused("flat", solver, "--paths", "MATCH (p) WHERE p.name = \"sleep\""))
                .startsWith("treeline: no call path matches the query of --paths\n");
    }

    @Test
    void aRootThatCannotBeHiddenIsNoted() throws IOException {
        Path run = drawn("root.txt", "path rank0\nmain 5\nmain/solve 3\n");
        assertThat(printed("tree", run, "--hide", "main|solve"))
                .startsWith(
                        "note: a root cannot be hidden, because it has no caller to merge into"
                                + " (first: main)\n")
                .doesNotContain("solve");
    }

    @Test
    void dataComesInOneForm() throws IOException {
        Path run = drawn("root.txt", "path rank0\nmain 5\n");
        for (String command : java.util.List.of("tree", "flat", "imbalance"))
            assertThat(refused(command, run, "--json", "--csv"))
                    .isEqualTo(
                            """
                            treeline: --json and --csv cannot be combined
                              omit one of them
                            """);
    }

    @Test
    void iterationsThatWereLostAreNotCalledNeverRecorded() throws IOException {
        Path run = drawn("lost.txt", "path rank0\nmain 5\nlost a block of values is damaged\n");
        assertThat(refused("tree", run, "--iteration", "1"))
                .startsWith(
                        "treeline: the iterations were lost, if there were any: a block of values"
                                + " is damaged");
    }

    @Test
    void hiddenNamesCostTheirCallers() {
        assertThat(printed("flat", solver, "--hide", "wait"))
                .contains("90.3 %     41.0 s     41.0 s      1  solve")
                .doesNotContain("wait");
        assertThat(printed("flat", solver, "--hide", "nosuch"))
                .startsWith("note: --hide: no complete name matches 'nosuch'\n\ntime by function");
        assertThat(refused("flat", solver, "--hide", "wait("))
                .isEqualTo(
                        """
                        treeline: --hide: found 'wait(', expected a regular expression (missing closing )):
                          wait(
                               ^
                          see 'treeline flat --help'
                        """);
        assertThat(refused("imbalance", solver, "--waiting", "a[b"))
                .contains(
                        """
                        expected a regular expression (missing closing ] [b):
                          a[b
                           ^
                        """);
    }

    @Test
    void imbalanceNamesTheNodeAndTheRank() {
        assertThat(printed("imbalance", solver))
                .isEqualTo(
                        """
                        imbalance of time (exclusive) among 5 ranks

                        max - mean  max/mean    mean     max  slowest         call path
                            24.0 s      2.50  16.0 s  40.0 s  rank 3          main/solve
                            1.60 s      1.67  2.40 s  4.00 s  rank 0          main/write
                            7.00 s      1.28  25.0 s  32.0 s  rank 0   waits  main/solve/wait
                        2 nodes balanced to 2.0 %: not listed

                        slow ranks: computation longer than the mean
                        rank     works  beyond mean   waits  others wait more  most at
                        rank 3  43.0 s       23.6 s  3.00 s            28.8 s  main/solve
                        rank 3 computes 23.6 s longer than the mean, mostly in main/solve; the other ranks wait 28.8 s
                          longer
                        """);
    }

    @Test
    void imbalanceShowsHowRanksSpread() {
        assertThat(printed("imbalance", solver, "--verbose", "--threshold", 35))
                .startsWith(
                        """
                        imbalance of time (exclusive) among 5 ranks

                        main/solve
                          max/mean 2.50, mean 16.0 s, max 40.0 s
                          slowest: rank 3, rank 0, rank 1, rank 2, rank 4
                             10.0 s  ██████████████████████████████ 4
                             13.0 s
                        """)
                .contains(
                        "  percentiles 0 %: 10.0 s, 25 %: 10.0 s, 50 %: 10.0 s, 75 %: 10.0 s, 100"
                                + " %: 40.0 s\n");
        assertThat(printed("imbalance", solver, "--verbose", "--threshold", "50%", "--csv"))
                .isEqualTo(
                        """
                        path,activity,waiting,lost:exclusive [s],imbalance,balance,mean:exclusive [s],max:exclusive [s],slowest,ran,slowest_five,p0:exclusive [s],p25:exclusive [s],p50:exclusive [s],p75:exclusive [s],p100:exclusive [s],histogram
                        main/solve,computation,false,24.0,2.5,0.4,16.0,40.0,rank 3,5,"rank 3, rank 0, rank 1, rank 2, rank 4",10.0,10.0,10.0,10.0,40.0,4 0 0 0 0 0 0 0 0 1
                        main/solve/wait,communication,true,7.0,1.28,0.78125,25.0,32.0,rank 0,5,"rank 0, rank 1, rank 2, rank 4, rank 3",2.0,30.0,30.0,31.0,32.0,1 0 0 0 0 0 0 0 0 4
                        """);
    }

    @Test
    void aThresholdIsAPercentageOrAValue() {
        assertThat(refused("imbalance", solver, "--threshold", "much"))
                .startsWith(
                        "treeline: --threshold: found 'much', expected a share such as 1%, or a"
                                + " value such as 0.5\n");
    }

    @Test
    void oneContextHasNothingToBalance() throws IOException {
        Path serial = drawn("serial.txt", "path whole\nmain 1\n");
        assertThat(refused("imbalance", serial))
                .isEqualTo(
                        """
                        treeline: serial.txt: cannot compare processes: 1 found, at least 2 required
                          see 'treeline imbalance --help'
                        """);
    }

    @Test
    void flatAddsUpWhoeverCalled() {
        assertThat(printed("flat", solver))
                .isEqualTo(
                        """
                        time by function, exclusive and inclusive, mean of 5 ranks

                         share  exclusive  inclusive  nodes  function
                        57.3 %     26.0 s     26.0 s      2  wait
                        35.2 %     16.0 s     41.0 s      1  solve
                         5.3 %     2.40 s     3.40 s      1  write
                         2.2 %     1.00 s     45.4 s      1  main
                        """);
        assertThat(printed("flat", solver, "--by", "kind", "--csv"))
                .isEqualTo(
                        "kind,exclusive [s],inclusive [s],share,nodes\nregion,45.4,45.4,1.0,5\n");
    }

    @Test
    void callersTurnTheTreeUpsideDown() {
        assertThat(printed("callers", solver, "wait"))
                .isEqualTo(
                        """
                        time (exclusive), mean of 5 ranks

                        26.0 s   57.3 %  █████▊      ● wait
                        25.0 s   55.1 %  █████▌      ● ├─ solve
                        25.0 s   55.1 %  █████▌      ● │  └─ main
                        1.00 s    2.2 %  ▎             └─ write
                        1.00 s    2.2 %  ▎                └─ main

                        ● hot path; callers are below
                        """);
        assertThat(refused("callers", solver, "sleep"))
                .isEqualTo(
                        """
                        treeline: no function is named 'sleep' or matches it
                          see 'treeline callers --help'
                        """);
    }

    @Test
    void aFunctionHasTheSameShareAloneAndAmongAll() {
        String alone = printed("callers", solver, "wait");
        assertThat(printed("callers", solver)).contains(alone.split("\n")[2].stripTrailing());
        assertThat(printed("callers", solver, "wait", "--json"))
                .contains("\"scope\": \"exclusive\"", "\"total\": 45.4");
    }

    @Test
    void functionsThatAPatternFindsAreShownAsOne() {
        assertThat(printed("callers", solver, "w.*", "--depth", 2))
                .isEqualTo(
                        """
                        w.* matches 2 functions: wait, write

                        time (exclusive), mean of 5 ranks

                        28.4 s   62.6 %  ██████▎     ● w.*
                        25.0 s   55.1 %  █████▌      ● ├─ solve
                        3.40 s    7.5 %  ▊             └─ main

                        ● hot path; callers are below
                        """);
        assertThat(refused("callers", solver, "wait("))
                .startsWith(
                        "treeline: no function is named 'wait(', and it is not a valid regular"
                                + " expression: missing closing )\n");
        assertThat(printed("callers", solver, "w.*", "--json"))
                .contains("\"functions\": [\n    \"wait\",\n    \"write\"\n  ],");
    }

    @Test
    void regionsAreFunctionsLinesAndNamesAtOnce() {
        for (String by : new String[] {"line", "name"})
            assertThat(printed("callers", solver, "--by", by))
                    .isEqualTo(printed("callers", solver));
        assertThat(printed("callgraph", solver, "--by", "name"))
                .isEqualTo(printed("callgraph", solver));
        assertThat(refused("callgraph", solver, "--by", "file"))
                .startsWith("treeline: --by: found 'file', expected one of function, name");
    }

    @Test
    void activitiesAndTagsAreAddedUpToo() {
        assertThat(printed("flat", solver, "--by", "activity"))
                .isEqualTo(
                        """
                        time by activity, exclusive and inclusive, mean of 5 ranks

                         share  exclusive  inclusive  nodes  activity
                        57.3 %     26.0 s     26.0 s      2  communication
                        37.4 %     17.0 s     45.4 s      2  computation
                         5.3 %     2.40 s     3.40 s      1  I/O
                        """);
        assertThat(printed("flat", solver, "--by", "tag", "--csv"))
                .startsWith("tag,exclusive [s],inclusive [s],share,nodes\nCOMM,26.0,26.0,");
    }

    @Test
    void theCallGraphIsATableOrAPicture() {
        assertThat(printed("callgraph", solver))
                .isEqualTo(
                        """
                        calls by time of the callee (inclusive), mean of 5 ranks

                        inclusive  nodes  caller  callee
                           41.0 s      1  main    solve
                           25.0 s      1  solve   wait
                           3.40 s      1  main    write
                           1.00 s      1  write   wait
                        """);
        assertThat(printed("callgraph", solver, "--dot"))
                .contains(
                        "\"wait\" [label=\"wait\\n26.0 s\", fillcolor=4];",
                        "\"solve\" -> \"wait\" [label=\"25.0 s\"];");
    }

    @Test
    void metricsAreCorrelated() {
        assertThat(printed("correlate", solver, "--method", "pearson"))
                .isEqualTo(
                        """
                        pearson correlation over nodes and 5 ranks

                        time:exclusive  bytes:exclusive
                                     1           -0.552  time:exclusive
                                -0.552                1  bytes:exclusive
                        """);
        assertThat(printed("correlate", solver, "--at-least", 0.1, "--csv", "--method", "kendall"))
                .startsWith("first,second,correlation\ntime:exclusive,bytes:exclusive,-0.");
    }

    @Test
    void twoMetricsGiveALineAndTheNodesFarFromIt() {
        assertThat(printed("correlate", solver, "--with", "time", "--with", "bytes", "--log"))
                .contains("time:exclusive on bytes:exclusive (logarithms) over 3 nodes: slope ")
                .contains("is  predicted")
                .contains("main/solve/wait");
        assertThat(refused("correlate", solver, "--with", "time"))
                .contains("--with is required at least twice");
    }

    @Test
    void readingsAtAPointHaveNoPath() throws IOException {
        Path memory = drawn("memory.txt", "metric rss MiB point\npath rank0\nmain 10\n");
        assertThat(refused("hot-path", memory))
                .isEqualTo(
                        "treeline: metric 'rss' is a point reading: its values do not add up along"
                                + " a path\n"
                                + "  see 'treeline hot-path --help'\n");
        assertThat(refused("report", memory)).contains("a report needs an additive metric");
    }

    @Test
    void everythingFitsANarrowTerminal() {
        Session narrow = session.on(Session.PLAIN.withWidth(50));
        for (String command :
                new String[] {"hot-path", "imbalance", "flat", "callers", "callgraph"})
            for (String line : printed(narrow, command, solver).split("\n"))
                if (!line.startsWith("imbalance of") && !line.contains(" of 5 ranks"))
                    assertThat(treeline.question.screen.TextWidth.of(line)).isLessThanOrEqualTo(50);
    }
}
