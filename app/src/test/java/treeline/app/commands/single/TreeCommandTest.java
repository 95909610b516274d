package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;

import java.io.IOException;
import java.nio.file.Path;

class TreeCommandTest extends CommandTest {
    private Path stencil;

    @BeforeEach
    void draw() throws IOException {
        stencil =
                drawn(
                        "stencil.txt",
                        """
                        metric time s inclusive
                        path                 tag   rank0rep0  rank1rep0  rank0rep1  rank1rep1
                        main                 -           100        120        100        120
                        main/end             IO            2          -          2          -
                        main/end/close       IO            1          -          1          -
                        main/loop            -            90        110         90        110
                        main/loop/exchange   COMM         30         10         30         10
                        main/loop/compute    COMP         60        100         60        100

                        metric visits n exclusive
                        path                 rank0rep0
                        main                         1
                        main/loop                   50

                        metric rss MiB point
                        path                 rank0rep0
                        main                        10
                        main/loop                   40
                        """);
    }

    @Test
    void theMeanOverContextsIsShownByDefault() {
        assertThat(printed("tree", stencil))
                .isEqualTo(
                        """
                        time (inclusive), mean of 2 ranks, 2 repetitions averaged

                         110 s   100.0 %  ██████████  ● main
                         100 s    90.9 %  █████████▏  ● ├─ loop
                        80.0 s    72.7 %  ███████▎    ● │  ├─ compute  COMP
                        20.0 s    18.2 %  █▉            │  └─ exchange  COMM
                        1.00 s     0.9 %  ▏             └─ end  IO
                         500 ms    0.5 %                   └─ close  IO

                        ● hot path
                        """);
    }

    @Test
    void asciiIsDrawnWhereTheScreenCannotDoBetter() {
        String expected =
                """
                time (inclusive), max of 2 ranks, 2 repetitions averaged

                 120 s  100.0 %  ##########  * main
                 110 s   91.7 %  #########   * |- loop
                 100 s   83.3 %  ########    * |  |- compute  COMP
                30.0 s   25.0 %  ###           |  `- exchange  COMM
                2.00 s    1.7 %                `- end  IO
                1.00 s    0.8 %                   `- close  IO

                * hot path
                """;
        assertThat(printed("tree", stencil, "--of", "max", "--ascii")).isEqualTo(expected);
        Session ascii = session.on(Session.PLAIN.inAscii());
        assertThat(printed(ascii, "tree", stencil, "--of", "max")).isEqualTo(expected);
    }

    @Test
    void oneRankOrRepetitionCanBeChosen() {
        assertThat(printed("tree", stencil, "--rank", 0, "--depth", 1))
                .startsWith("time (inclusive), rank 0, 2 repetitions averaged\n\n100 s");
        assertThat(printed("tree", stencil, "-r1", "--repetition", 1, "-d1"))
                .isEqualTo(
                        """
                        time (inclusive), rank 1 repetition 1

                        120 s  100.0 %  ██████████  ● main  +5 below

                        ● hot path
                        """);
    }

    @Test
    void smallSubtreesAreCounted() {
        assertThat(printed("tree", stencil, "--threshold", 1, "--sort", "order"))
                .isEqualTo(
                        """
                        time (inclusive), mean of 2 ranks, 2 repetitions averaged

                         110 s  100.0 %  ██████████  ● main
                         100 s   90.9 %  █████████▏  ● ├─ loop
                        20.0 s   18.2 %  █▉            │  ├─ exchange  COMM
                        80.0 s   72.7 %  ███████▎    ● │  └─ compute  COMP
                        1.00 s    0.9 %  ▏             └─ … 2 more

                        ● hot path
                        """);
    }

    @Test
    void theLargestNodesAreShownWithTheirCallers() {
        assertThat(printed("tree", stencil, "--top", 2, "-m", "time:exclusive"))
                .isEqualTo(
                        """
                        time (exclusive), mean of 2 ranks, 2 repetitions averaged

                        9.00 s    8.2 %  ▉           ● main
                           0 s    0.0 %              ● ├─ loop
                        80.0 s   72.7 %  ███████▎    ● │  ├─ compute  COMP
                        20.0 s   18.2 %  █▉            │  └─ exchange  COMM
                        1.00 s    0.9 %  ▏             └─ … 2 more

                        ● hot path
                        2 of 6 nodes are not shown; --top, --depth and --threshold set the limits
                        """);
        assertThat(printed("tree", stencil, "-n1"))
                .endsWith(
                        "5 of 6 nodes are not shown; --top, --depth and --threshold set the"
                                + " limits\n");
        assertThat(printed("tree", stencil, "--top", 6)).isEqualTo(printed("tree", stencil));
        assertThat(refused("tree", stencil, "--top", 0))
                .startsWith("treeline: --top: found '0', expected an integer from 1\n");
    }

    @Test
    void theDepthLimitSaysWhatIsBelow() {
        assertThat(printed("tree", stencil, "--depth", 2))
                .isEqualTo(
                        """
                        time (inclusive), mean of 2 ranks, 2 repetitions averaged

                         110 s  100.0 %  ██████████  ● main
                         100 s   90.9 %  █████████▏  ● ├─ loop  +2 below
                        1.00 s    0.9 %  ▏             └─ end  IO  +1 below

                        ● hot path
                        """);
    }

    @Test
    void exclusiveMetricsAreSummedUpAndTheHeadingSaysSo() {
        assertThat(printed("tree", stencil, "-m", "visits", "--of", "sum"))
                .isEqualTo(
                        """
                        visits (inclusive), sum of 2 ranks, 2 repetitions averaged

                        51 n  100.0 %  ██████████  ● main
                        50 n   98.0 %  █████████▊  ● ├─ loop
                         0 n    0.0 %                │  └─ … 2 more
                         0 n    0.0 %                └─ … 2 more

                        ● hot path
                        """);
    }

    @Test
    void readingsHaveNoHotPath() {
        assertThat(printed("tree", stencil, "-m", "rss:point", "--of", "max", "--threshold", "0"))
                .isEqualTo(
                        """
                        rss (point readings), max of 2 ranks, 2 repetitions averaged, percentages of the largest

                        10.0 MiB   25.0 %  ██▌           main
                        40.0 MiB  100.0 %  ██████████    ├─ loop
                           -                             │  ├─ exchange  COMM
                           -                             │  └─ compute  COMP
                           -                             └─ end  IO
                           -                                └─ close  IO
                        """);
    }

    @Test
    void precisionIsTheNumberOfDigits() {
        assertThat(printed("tree", stencil, "--precision", 6, "-d1")).contains("110.000 s");
    }

    @Test
    void narrowScreensGiveUpTheBarAndCutNamesInTheMiddle() throws IOException {
        Path file =
                drawn(
                        "long.txt",
                        """
                        path                                                   rank0
                        main                                                       1
                        main/solve_the_linear_system_with_conjugate_gradients      9
                        """);
        assertThat(printed("tree", file, "--width", 44))
                .isEqualTo(
                        """
                        time (inclusive), rank 0

                        10.0 s  100.0 %  ● main
                        9.00 s   90.0 %  ● └─ solve_the_l…_gradients

                        ● hot path
                        """);
        for (int width = 20; width < 100; width++)
            for (String line : printed("tree", file, "--width", width).split("\n"))
                assertThat(TextWidth.of(line)).as(line).isLessThanOrEqualTo(Math.max(width, 31));
    }

    @Test
    void aDeepTreeStaysOnTheScreen() throws IOException {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int context = builder.context(Context.WHOLE);
        int node = ProfileBuilder.ROOT;
        for (int depth = 0; depth < 50_000; depth++)
            node = builder.child(node, Frame.function("f" + depth));
        builder.add(metric, context, node, 1);
        Path file = folder.resolve("deep.mem");
        session.formats().exporter("database").export(builder.build(), file);
        String[] lines = printed("tree", file, "--width", 80).split("\n");
        assertThat(lines).hasSize(50_000 + 4);
        assertThat(lines[lines.length - 3])
                .isEqualTo("1.00 s  100.0 %  ██████████  ● …49992                   └─ f49999");
        for (String line : lines) assertThat(TextWidth.of(line)).isLessThanOrEqualTo(80);
        String[] piped =
                printed(session.on(new Screen(false, Screen.UNLIMITED, false, true)), "tree", file)
                        .split("\n");
        assertThat(piped[piped.length - 3].length()).isLessThan(200);
    }

    @Test
    void sharesAreColouredAndALegendSaysHow() {
        Session coloured = session.on(new Screen(true, 80, true, true));
        assertThat(printed(coloured, "tree", stencil, "-d2"))
                .contains(
                        "\033[31m 100 s   90.9 %  █████████▏  \033[0m\033[1;31m●\033[0m"
                                + " \033[90m├─ \033[0m\033[1;31mloop\033[0m\033[90m  +2"
                                + " below\033[0m\n",
                        "\033[90m1.00 s    0.9 %  ▏           \033[0m  \033[90m└─"
                                + " \033[0m\033[90mend\033[0m",
                        "\033[1;31m●\033[0m hot path  share of total: \033[31m≥ 50 %\033[0m"
                                + " \033[33m≥ 20 %\033[0m \033[32m≥ 5 %\033[0m \033[36m≥ 1"
                                + " %\033[0m \033[90mless\033[0m\n");
        assertThat(printed(coloured, "tree", stencil, "--no-color")).doesNotContain("\033");
    }

    @Test
    void namesCannotSteerTheTerminal() throws IOException {
        Path file = drawn("evil.txt", "path rank0\nmain\u0007\u001b[2J 1\n");
        assertThat(printed("tree", file)).contains("main\\u{7}\\u{1b}[2J\n");
    }

    @Test
    void jsonNamesParentsAndWhatIsLeftOut() {
        assertThat(printed("tree", stencil, "--json", "--threshold", 20, "-d", 2))
                .isEqualTo(
                        """
                        {
                          "schema": "treeline/tree/1",
                          "run": {
                            "path": "stencil.txt",
                            "format": "drawn"
                          },
                          "metric": "time",
                          "unit": "s",
                          "scope": "inclusive",
                          "combined": {
                            "of": "mean",
                            "ranks": 2,
                            "threads": 2,
                            "repetitions": 2,
                            "text": "mean of 2 ranks, 2 repetitions averaged"
                          },
                          "notes": [],
                          "total": 110,
                          "elapsed": null,
                          "units": {
                            "value": "s",
                            "elapsed": "s"
                          },
                          "rows": [
                            {"node": 0, "parent": null, "depth": 0, "name": "main", "path": "main", \
                        "value": 110, "share": 1, "elapsed": null, "hot": true, "hidden": 0},
                            {"node": 3, "parent": 0, "depth": 1, "name": "loop", \
                        "path": "main/loop", "value": 100, "share": 0.9090909090909091, \
                        "elapsed": null, "hot": true, "hidden": 2},
                            {"node": null, "parent": null, "depth": 1, "name": "", "path": "", \
                        "value": 1, "share": 0.00909090909090909, "elapsed": null, "hot": false, \
                        "hidden": 2}
                          ]
                        }
                        """);
    }

    @Test
    void missingValuesAndAssumptionsStandAtTheTop() throws IOException {
        Path file = drawn("torn.txt", "path rank0\nmain 1\nlost a block\nnote odd\n");
        assertThat(printed("tree", file))
                .startsWith(
                        """
                        incomplete profile, some values could not be read: a block (first: line 3)
                        note: odd

                        time (inclusive), rank 0
                        """);
        assertThat(run(session, "tree", file, "--json").err())
                .isEqualTo("warning: values are missing: a block (first: line 3)\n");
    }

    @Test
    void whatIsNotThereIsAnErrorThatNamesWhatIs() throws IOException {
        assertThat(refused("tree", stencil, "-m", "cycles"))
                .isEqualTo(
                        """
                        treeline: no metric 'cycles'; available: time (:inclusive, :exclusive), visits (:inclusive, :exclusive), rss
                          see 'treeline tree --help'
                        """);
        assertThat(refused("tree", stencil, "--rank", 9))
                .startsWith("treeline: no rank 9; available: 0 to 1\n");
        assertThat(refused("tree", stencil, "--repetition", 9))
                .startsWith("treeline: no repetition 9; available: 0 to 1\n");
        Path whole = drawn("whole.txt", "path whole\nmain 1\n");
        assertThat(refused("tree", whole, "--rank", 0))
                .startsWith("treeline: no rank 0; the profile is not divided into ranks\n");
        assertThat(refused("tree", folder.resolve("missing.txt")))
                .startsWith("treeline: missing.txt: no such file\n");
    }

    @Test
    void emptyProfilesAreTold() throws IOException {
        Path empty = folder.resolve("empty.mem");
        session.formats().exporter("database").export(new ProfileBuilder().build(), empty);
        assertThat(refused("tree", empty)).startsWith("treeline: the profile has no metrics\n");
        var builder = new ProfileBuilder();
        builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        session.formats().exporter("database").export(builder.build(), empty);
        assertThat(refused("tree", empty)).startsWith("treeline: empty.mem has no call paths\n");
    }

    @Test
    void bothScopesOfAMetricCanBeAskedFor() throws IOException {
        Path file =
                drawn(
                        "both.txt",
                        """
                        metric time s exclusive
                        path whole
                        main 1
                        main/f 4

                        metric time s inclusive
                        path whole
                        main 5
                        main/f 4
                        """);
        assertThat(printed("tree", file)).startsWith("time (inclusive), whole program\n\n5.00 s");
        assertThat(printed("tree", file, "-m", "time:exclusive"))
                .startsWith("time (exclusive), whole program\n\n1.00 s   20.0 %");
        assertThat(refused("tree", file, "-m", "x"))
                .contains("available: time (:inclusive, :exclusive)\n");
    }
}
