package treeline.app.commands.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.question.screen.Screen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class TimelineCommandTest extends CommandTest {
    private Path run = Path.of("");

    @BeforeEach
    void draw() throws IOException {
        run = drawnWithTraces("trace 0 60 6 1 12 2 30 1", "trace 1 60 0 1 48 -1");
    }

    private Session ofWidth(int columns) {
        return session.on(Session.PLAIN.withWidth(columns));
    }

    @Test
    void aLetterIsTheFunctionInTheMiddleOfItsColumn() {
        assertThat(printed(ofWidth(18), "timeline", run))
                .contains(
                        """
                                0 s 60.0 s
                        rank 0   siiisssss
                        rank 1  ssssssss..
                        """);
    }

    @Test
    void theLegendHasExactTimes() {
        assertThat(printed(ofWidth(80), "timeline", run))
                .endsWith(
                        """
                             time   share  function
                        s  84.0 s  73.7 %  solve
                        i  18.0 s  15.8 %  io
                        .  12.0 s  10.5 %  <no activity>
                        a cell shows the function in the middle of its column; times are those of all
                          samples, not of cells
                        """);
    }

    @Test
    void programsGetStretchesOfEqualCells() {
        assertThat(printed("timeline", run, "--csv"))
                .isEqualTo(
                        """
                        context_id,context,begin [s],end [s],function,activity
                        0,rank 0,6.0,12.0,solve,computation
                        0,rank 0,12.0,30.0,io,computation
                        0,rank 0,30.0,60.0,solve,computation
                        1,rank 1,0.0,48.0,solve,computation
                        1,rank 1,48.0,60.0,<no activity>,<no activity>
                        """);
        assertThat(printed("timeline", run, "--between", "12s", "36s", "--depth", "1", "--csv"))
                .contains("0,rank 0,12.0,36.0,main,computation\n");
    }

    @Test
    void contextsAreSelectedOrThinnedOut() {
        assertThat(printed("timeline", run, "--rank", "1", "--csv")).doesNotContain("rank 0");
        assertThat(printed("timeline", run, "--rows", "1"))
                .contains("1 of 2 contexts are shown, chosen by an even stride; --rows shows more");
    }

    @Test
    void coloursShowTheActivity() {
        String coloured =
                session.on(new Screen(true, 80, true, true)).run("timeline", run.toString()).out();
        assertThat(coloured).contains("\033[32ms").contains("\033[90m.");
    }

    @Test
    void aRunWithoutTracesIsRefused() throws IOException {
        Path none = drawn("none.txt", "path rank0\nmain 1\n");
        assertThat(refused("timeline", none)).startsWith("treeline: none.txt has no traces");
        assertThat(refused("plot", "messages", run, "-o", folder.resolve("a.svg")))
                .startsWith("treeline: run.txt has no messages in its traces");
        Path one = drawnWithTraces("trace 0 60 6 1");
        assertThat(refused("timeline", one, "--rank", "1"))
                .startsWith("treeline: none of the selected contexts was traced");
    }

    private String plotted(String kind, String... options) throws IOException {
        Path file = folder.resolve("figure.json");
        Object[] words = new Object[options.length + 5];
        words[0] = "plot";
        words[1] = kind;
        words[2] = run;
        words[3] = "-o";
        words[4] = file;
        System.arraycopy(options, 0, words, 5, options.length);
        assertThat(printed(words)).isEqualTo("wrote figure.json\n");
        return Files.readString(file);
    }

    @Test
    void aPlotHasTheSameCellsAndTimes() throws IOException {
        assertThat(plotted("timeline"))
                .contains("\"schema\": \"treeline/plot-timeline/1\"")
                .contains("{\"name\": \"io\", \"share\": 0.15789473684210525, ")
                .contains("{\"from\": 72, \"to\": 144, \"category\": 0}")
                .contains("{\"from\": 144, \"to\": 360, \"category\": 1}");
        assertThat(plotted("timeline", "--colour", "activity")).contains("\"computation\"");
    }

    @Test
    void aStackIsThatOfOneContext() throws IOException {
        assertThat(plotted("timeline", "--stack", "--rank", "0"))
                .contains("\"depth 1\"", "\"depth 2\"")
                .doesNotContain("\"rank 0\"");
        assertThat(refused("plot", "timeline", run, "--stack", "-o", folder.resolve("a.svg")))
                .startsWith("treeline: --stack shows a single context; 2 contexts are selected");
    }

    @Test
    void utilisationHasTheShareOfContextsPerActivity() throws IOException {
        assertThat(plotted("utilisation", "--between", "0s", "6s"))
                .contains("\"share of contexts\"")
                .contains("\"name\": \"computation\"")
                .contains("\"name\": \"not traced\"")
                .contains("0.5,");
    }
}
