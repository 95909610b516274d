package treeline.app.commands.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.question.screen.Screen;

import java.io.IOException;
import java.nio.file.Files;

/// How answers about many runs look on a screen of 80 columns, and what programs get.
class EnsembleTablesTest extends EnsembleRuns {

    private void four() throws IOException {
        run("27", 60, 10, "ranks 27", "compiler gcc", "launchdate 1691705915", "host quartz");
        run("8", 30, 10, "ranks 8", "compiler gcc", "launchdate 1691705916", "host quartz");
        run("125", 50, 10, "ranks 125", "compiler clang", "launchdate 1691705917", "host quartz");
    }

    @Test
    void infoShowsWhatDiffersAndTheRestInOneLine() throws IOException {
        four();
        assertThat(printed(narrow, "ensemble", "info", folder))
                .isEqualTo(
                        """
                        3 runs, 2 nodes (2 in every run), 1 metric

                        metadata    different  values
                        compiler            2  clang, gcc
                        launchdate          3  1691705915, 1691705916, 1691705917
                        ranks               3  8, 27, 125

                        the same in all runs: host = quartz
                        """);
        assertThat(printed("ensemble", "info", folder, "--csv"))
                .isEqualTo(
                        """
                        metadata,different,values
                        compiler,2,"clang, gcc"
                        launchdate,3,"1691705915, 1691705916, 1691705917"
                        ranks,3,"8, 27, 125"
                        host,1,quartz
                        """);
    }

    @Test
    void metadataPutsTheRunFirstAndRoundsNothing() throws IOException {
        four();
        assertThat(printed(narrow, "ensemble", "metadata", folder))
                .isEqualTo(
                        """
                        metadata of 3 runs

                        run      compiler  launchdate  ranks
                        8.run    gcc       1691705916      8
                        27.run   gcc       1691705915     27
                        125.run  clang     1691705917    125
                        runs are in\s

                        the same in all runs: host = quartz
                        """);
    }

    @Test
    void noLineIsLongWhereOutputIsPiped() throws IOException {
        String libraries = "lib".repeat(2000);
        run("a", 1, 1, "libraries " + libraries, "x 1");
        run("b", 1, 1, "libraries " + libraries, "x " + libraries);
        Session piped = session.on(new Screen(false, Screen.UNLIMITED, false, true));
        for (String question : new String[] {"info", "metadata", "stats"})
            assertThat(run(piped, "ensemble", question, runs()).out().lines())
                    .as(question)
                    .allMatch(line -> line.length() < 200);
        assertThat(run(piped, "ensemble", "metadata", runs(), "--csv").out()).contains(libraries);
    }

    @Test
    void columnsThatDoNotFitAreCounted() throws IOException {
        var drawing = new StringBuilder("metric time s inclusive\npath whole\nmain 100\n");
        for (int i = 0; i < 9; i++) drawing.append("main/function_%d %d\n".formatted(i, 50 - i));
        drawn("a.run", drawing.toString());
        String text = printed(narrow, "ensemble", "pivot", folder);
        assertThat(text)
                .isEqualTo(
                        """
                        time (inclusive) of 1 run

                        run     main  function_0  function_1  function_2  function_3  function_4
                        a.run  100 s      50.0 s      49.0 s      48.0 s      47.0 s      46.0 s
                        … 4 more columns: --width or --csv
                        """);
        assertThat(printed("ensemble", "pivot", folder, "--csv"))
                .startsWith("run,main [s],function_0 [s],")
                .contains("function_8 [s]");
    }

    @Test
    void groupKeysAreColumnsOfTheirOwn() throws IOException {
        four();
        assertThat(
                        printed(
                                "ensemble",
                                "pivot",
                                folder,
                                "--group-by",
                                "compiler",
                                "--group-by",
                                "ranks",
                                "--csv"))
                .isEqualTo(
                        """
                        compiler,ranks,main [s],io [s]
                        clang,125,50.0,10.0
                        gcc,8,30.0,10.0
                        gcc,27,60.0,10.0
                        """);
        assertThat(
                        printed(
                                narrow,
                                "ensemble",
                                "stats",
                                folder,
                                "--group-by",
                                "compiler",
                                "--group-by",
                                "ranks",
                                "--statistic",
                                "mean"))
                .startsWith(
                        """
                        time (inclusive) of 3 runs

                        compiler = clang, ranks = 125 (1 run):
                        path       mean
                        main     50.0 s
                        main/io  10.0 s

                        compiler = gcc, ranks = 8 (1 run):
                        """);
    }

    @Test
    void whatAThresholdHidesIsSaidAndProgramsGetAll() throws IOException {
        run("a", 100, 0.5);
        assertThat(printed(narrow, "ensemble", "stats", folder, "--statistic", "mean"))
                .isEqualTo(
                        """
                        time (inclusive) of 1 run

                        path   mean
                        main  100 s
                        1 of 2 nodes are below 1 %: --threshold 0 shows them
                        """);
        assertThat(printed("ensemble", "stats", folder, "--statistic", "mean", "--csv"))
                .isEqualTo("node,path,time_mean [s]\n0,main,100.0\n1,main/io,0.5\n");
        assertThat(printed("ensemble", "stats", folder, "--threshold", "0.6", "--csv"))
                .doesNotContain("main/io");
        assertThat(printed("ensemble", "stats", folder, "--threshold", "0.6"))
                .endsWith("1 of 2 nodes are below 0.600 %: --threshold 0 shows them\n");
        assertThat(printed("ensemble", "pivot", folder))
                .endsWith("1 of 2 functions are below 1 %: --threshold 0 shows them\n");
    }

    @Test
    void valuesAreARowForEachRunAtEachNode() throws IOException {
        four();
        drawn(
                "8.run",
                """
                metric time s inclusive
                path     whole
                main     30
                main/io  10

                metric bytes B exclusive
                path     whole
                main/io  64
                fact ranks 8
                """);
        assertThat(printed(narrow, "ensemble", "values", folder, "--column", "ranks"))
                .isEqualTo(
                        """
                        2 metrics of 3 runs at 2 nodes

                        path     run      ranks    time  bytes
                        main     8.run        8  30.0 s      -
                        main     27.run      27  60.0 s      -
                        main     125.run    125  50.0 s      -
                        main/io  8.run        8  10.0 s   64 B
                        main/io  27.run      27  10.0 s      -
                        main/io  125.run    125  10.0 s      -
                        """);
        Session.Answer one = run(session, "ensemble", "values", folder, "-m", "bytes", "--csv");
        assertThat(one.out())
                .startsWith("node,path,run,bytes [B]\n")
                .contains("1,main/io,8.run,64.0\n");
        assertThat(one.err()).startsWith("warning: 2 runs without 'bytes', but with 'time'");
    }

    @Test
    void statisticsStandOnTheTree() throws IOException {
        run("a", 10, 4);
        run("b", 14, 6);
        assertThat(printed(narrow, "ensemble", "tree", folder))
                .isEqualTo(
                        """
                        time (inclusive) of 2 runs

                          mean     std     min     max
                        12.0 s  2.83 s  10.0 s  14.0 s  main
                        5.00 s  1.41 s  4.00 s  6.00 s  └─ io
                        """);
        assertThat(
                        printed(
                                narrow,
                                "ensemble",
                                "tree",
                                folder,
                                "--statistic",
                                "p50",
                                "--statistic",
                                "count",
                                "--depth",
                                1))
                .isEqualTo(
                        """
                        time (inclusive) of 2 runs

                        percentiles_50  count
                                12.0 s      2  main  +1 below
                        """);
        assertThat(printed("ensemble", "tree", folder, "--statistic", "max", "--csv"))
                .isEqualTo(
                        """
                        node,parent,depth,name,path,max [s],share,hidden
                        0,,0,main,main,14.0,1.0,0
                        1,0,1,io,main/io,6.0,0.4166666666666667,0
                        """);
    }

    @Test
    void severalMetricsAreBesideEachOther() throws IOException {
        drawn(
                "a.run",
                "metric time s inclusive\npath whole\nmain 4\n\nmetric misses # inclusive\npath"
                        + " whole\nmain 8\n");
        assertThat(
                        printed(
                                narrow,
                                "ensemble",
                                "stats",
                                folder,
                                "-m",
                                "time",
                                "-m",
                                "misses",
                                "--statistic",
                                "mean",
                                "--statistic",
                                "max"))
                .isEqualTo(
                        """
                        time (inclusive), misses (inclusive) of 1 run

                        path  time mean  time max  misses mean  misses max
                        main     4.00 s    4.00 s          8 #         8 #
                        """);
        assertThat(printed("ensemble", "stats", folder, "--define", "rate = misses / time"))
                .startsWith("rate (point readings) of 1 run\n")
                .contains("2 ");
        assertThat(refused("ensemble", "stats", folder, "--define", "misses / time"))
                .startsWith(
                        "treeline: --define misses / time: expected NAME=FORMULA, such as 'rate ="
                                + " bytes / time'");
    }

    @Test
    void groupsStandBesideEachOtherWithTheirOwnMetrics() throws IOException {
        for (int size : new int[] {10, 20}) {
            run("cpu" + size, 8.0 * size, 1, "variant seq", "size " + size);
            Files.writeString(
                    folder.resolve("gpu%d.run".formatted(size)),
                    """
                    metric kernel s inclusive
                    path     whole
                    main     4
                    fact variant cuda
                    fact size %d
                    """
                            .formatted(size));
        }
        assertThat(
                        printed(
                                "ensemble",
                                "values",
                                folder,
                                "--beside",
                                "variant",
                                "--match",
                                "size",
                                "--define",
                                "speedup = seq.time / cuda.kernel",
                                "-m",
                                "speedup",
                                "--csv"))
                .isEqualTo(
                        """
                        node,path,run,speedup
                        0,main,10,20.0
                        0,main,20,40.0
                        1,main/io,10,
                        1,main/io,20,
                        """);
        assertThat(
                        printed(
                                "ensemble",
                                "stats",
                                folder,
                                "--beside",
                                "variant",
                                "--define",
                                "speedup = seq.time / cuda.kernel",
                                "--statistic",
                                "mean",
                                "--csv"))
                .startsWith("node,path,speedup_mean\n0,main,30.0\n");
        assertThat(refused("ensemble", "stats", folder, "--match", "size"))
                .startsWith("treeline: --match requires --beside, whose runs it joins");
        assertThat(
                        refused(
                                "ensemble",
                                "stats",
                                folder,
                                "--where",
                                "size = 10 and variant = 'seq'",
                                "--beside",
                                "variant"))
                .startsWith("treeline: --beside variant: all runs belong to one group, seq");
    }

    @Test
    void anOptionThatAQuestionDoesNotUseIsAnError() throws IOException {
        four();
        assertThat(refused("ensemble", "info", folder, "--pca", 2, "--statistic", "nonsense"))
                .isEqualTo("treeline: no option '--pca'\n  see 'treeline ensemble info --help'\n");
        assertThat(refused("ensemble", "pivot", folder, "--statistic", "median"))
                .startsWith("treeline: no option '--statistic'");
        assertThat(refused("ensemble", "variability", folder, "--threshold", 1))
                .startsWith("treeline: no option '--threshold'");
        assertThat(refused("ensemble", "stats", folder, "--by", "name"))
                .startsWith("treeline: no option '--by'");
        assertThat(refused("ensemble", "metadata", folder, "--paths", "MATCH (p)"))
                .startsWith("treeline: no option '--paths'");
    }

    @Test
    void nodesMayBeChosenByTheirStatisticsOrByAnObjectQuery() throws IOException {
        run("a", 10, 4, "ranks 2");
        run("b", 14, 4, "ranks 2");
        String only = "node,path,time_mean [s]\n0,main,12.0\n";
        String[] stats = {"ensemble", "stats", folder.toString(), "--statistic", "mean", "--csv"};
        assertThat(printed(with(stats, "--nodes-where", "std(time) > 0.1"))).isEqualTo(only);
        assertThat(printed(with(stats, "--paths", "[{\"name\": \"main\"}]"))).isEqualTo(only);
        assertThat(printed(with(stats, "--define", "cost = time * ranks")))
                .startsWith("node,path,cost_mean")
                .contains("0,main,24.0\n");
        assertThat(refused(with(stats, "--nodes-where", "std(time) > 9")))
                .startsWith("treeline: no node matches 'std(time) > 9'");
        assertThat(refused(with(stats, "--nodes-where", "time > 9")))
                .startsWith("treeline: invalid condition");
        assertThat(refused(with(stats, "--mode", "all")))
                .startsWith("treeline: --mode requires --paths, whose comparisons it changes");
    }

    private static Object[] with(String[] words, String... more) {
        Object[] all = java.util.Arrays.copyOf(words, words.length + more.length, Object[].class);
        System.arraycopy(more, 0, all, words.length, more.length);
        return all;
    }
}
