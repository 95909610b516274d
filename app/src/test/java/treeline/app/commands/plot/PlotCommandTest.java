package treeline.app.commands.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.commands.CommandTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.imageio.ImageIO;

/// Where pictures are written to and in which form, on runs that fit on a napkin.
class PlotCommandTest extends CommandTest {
    @BeforeEach
    void draw() throws IOException {
        run("a", 1, 60, 10);
        run("b", 2, 31, 11);
        run("c", 4, 16, 12);
    }

    private void run(String name, int ranks, int main, int io) throws IOException {
        drawn(
                name + ".run",
                """
                metric time s inclusive
                path     whole
                main     %d
                main/io  %d

                fact ranks %d
                """
                        .formatted(main, io, ranks));
    }

    private String runs() {
        return folder + "/*.run";
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private String plotted(String name, String... options) throws IOException {
        Object[] words = new Object[options.length + 5];
        System.arraycopy(
                new Object[] {"plot", "scaling", runs(), "-o", file(name)}, 0, words, 0, 5);
        System.arraycopy(options, 0, words, 5, options.length);
        assertThat(printed(words)).isEqualTo("wrote " + name + "\n");
        return name.endsWith(".png") ? "" : Files.readString(file(name));
    }

    @Test
    void theNameSaysTheForm() throws IOException {
        assertThat(plotted("a.svg")).startsWith("<svg ").contains("Scaling with ranks");
        assertThat(plotted("a.json")).contains("\"schema\": \"treeline/plot-scaling/1\"");
        assertThat(plotted("a.html")).startsWith("<!DOCTYPE html>");
    }

    @Test
    void aPngHasTwoPixelsForEachOfTheSvg() throws IOException {
        plotted("a.png");
        assertThat(ImageIO.read(file("a.png").toFile()).getWidth()).isEqualTo(2 * 880);
    }

    @Test
    void aPageHasBothColoursAndTheCommandThatMadeIt() throws IOException {
        String page = plotted("a.html", "--title", "Time & <ranks>", "--where", "ranks > 0");
        assertThat(page)
                .contains("<title>Time &amp; &lt;ranks></title>".replace("></", "&gt;</"))
                .contains("prefers-color-scheme: dark")
                .contains("id=\"title-light\"")
                .contains("id=\"title-dark\"")
                .contains("--title 'Time &amp; &lt;ranks&gt;' --where 'ranks &gt; 0'")
                .doesNotContain("<script")
                .doesNotContain("http://localhost");
    }

    @Test
    void aDarkPictureIsDark() throws IOException {
        assertThat(plotted("a.svg", "--dark")).contains("fill=\"#15181c\"/>");
        assertThat(plotted("b.svg")).contains("fill=\"#ffffff\"/>");
    }

    @Test
    void aDashIsTheStandardOutput() {
        assertThat(printed("plot", "scaling", runs(), "-o", "-")).startsWith("<svg ");
    }

    @Test
    void aPictureIsReplaced() throws IOException {
        Files.writeString(file("a.svg"), "old");
        assertThat(plotted("a.svg")).startsWith("<svg ");
    }

    @Test
    void aFileMustBeNamed() {
        assertThat(refused("plot", "scaling", runs()))
                .isEqualTo(
                        """
                        treeline: no output file given
                          name it, such as -o scaling.svg
                        """);
        assertThat(refused("plot", "scaling", runs(), "-o", "a.gif"))
                .isEqualTo(
                        """
                        treeline: unknown figure format 'a.gif'
                          use .svg, .png, .html or .json
                        """);
        assertThat(refused("plot", "scaling", runs(), "-o", file("none/a.svg")))
                .contains(": no such directory: ");
    }

    @Test
    void nothingIsReadBeforeTheFileIsKnown() {
        assertThat(refused("plot", "scaling", folder + "/no.run", "-o", "a.gif"))
                .contains("unknown figure format");
    }

    @Test
    void whatCannotBeDrawnSaysWhy() {
        assertThat(refused("plot", "topdown", runs(), "-o", file("a.svg")))
                .contains("lack the four top-down metrics");
        assertThat(refused("plot", "scatter", folder + "/a.run", "-o", file("a.svg")))
                .contains("--with is required twice");
        assertThat(refused("plot", "parallel", runs(), "--column", "no", "-o", file("a.svg")))
                .contains("'no'");
        assertThat(refused("plot", "ranks", folder + "/a.run", "-o", file("a.svg")))
                .contains("at least 2 required");
        assertThat(refused("plot", "pie", runs())).contains("no command 'plot pie'");
        assertThat(file("a.svg")).doesNotExist();
    }

    @Test
    void aNodeThatSomeRunsLackIsMissingThereAndNotZero() throws IOException {
        drawn(
                "d.run",
                """
                metric time s inclusive
                path     whole
                main     9

                fact ranks 8
                """);
        assertThat(plotted("a.json"))
                .contains("{\"x\": 4, \"value\": 12, \"low\": null, \"high\": null}")
                .contains("{\"x\": 8, \"value\": null, \"low\": null, \"high\": null}");
    }

    @Test
    void warningsNameOptionsThatTheCommandHas() {
        assertThat(run(session, "plot", "heatmap", runs(), "-o", file("a.svg")).err())
                .isEqualTo("warning: ranks differs: 1, 2, 4; separate such runs with --where\n");
        assertThat(run(session, "plot", "box", runs(), "-o", file("a.svg")).err())
                .contains("separate such runs with --where or --group-by");
    }

    @Test
    void topDownSharesAboveTheWholeAreNoted() throws IOException {
        drawn(
                "e.run",
                """
                metric retiring % point
                path  whole
                main  0.9

                metric frontend_bound % point
                path  whole
                main  0.1

                metric backend_bound % point
                path  whole
                main  0.2

                metric bad_speculation % point
                path  whole
                main  0.1
                """);
        assertThat(printed("plot", "topdown", file("e.run"), "-o", "-"))
                .contains(
                        "1 node with percentages that add up to more than 100 % as recorded:"
                                + " main has 130.0 %");
        assertThat(printed("ensemble", "topdown", file("e.run")))
                .contains("1 node with percentages that add up to more than 100 %");
    }

    @Test
    void axesAreMetadataThatMayTellSomething() throws IOException {
        for (int i = 0; i < 12; i++)
            drawn(
                    "h%d.run".formatted(i),
                    """
                    metric time s inclusive
                    path     whole
                    main     %d

                    fact size %d
                    fact host node%d
                    fact launchdate %d
                    """
                            .formatted(i, i % 2, i, 1_700_000_000 + i));
        Object[] words = {"plot", "parallel", folder + "/h*.run", "-o", file("a.svg")};
        printed(words);
        assertThat(Files.readString(file("a.svg")))
                .contains(">size</text>", "omitted: host, launchdate; --column NAME adds an axis")
                .doesNotContain(">host</text>");
    }

    @Test
    void whatIsLeftOutIsSaidInThePicture() throws IOException {
        assertThat(plotted("a.svg", "--top", "1")).contains("1 of 2 nodes, the largest; --top 2");
    }
}
