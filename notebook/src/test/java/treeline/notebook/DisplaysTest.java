package treeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.rapaio.jupyter.kernel.display.DisplaySystem;

import treeline.Treeline;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.plot.Caption;
import treeline.plot.Histogram;
import treeline.table.Column;
import treeline.table.Table;

import java.awt.image.BufferedImage;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// What the kernel finds when it asks how to show a value.
class DisplaysTest {
    private static final Profile SOLVER =
            profileOf(
                    """
                    path         rank0
                    main             1
                    main/solve      40
                    """);

    private static Map<String, Object> shown(Object value) {
        return DisplaySystem.inst().render(value).data();
    }

    @Test
    void tablesTreesAndFramesAreTextAndHtml() throws Exception {
        Table table = Table.of(Column.whole("n", 1));
        assertThat(shown(table)).containsOnlyKeys("text/plain", "text/html");
        assertThat(shown(table)).containsEntry("text/plain", "n\n1\n");
        assertThat(shown(DataFrames.of(table))).isEqualTo(shown(table));
        for (Object value : List.of(SOLVER, Treeline.of(SOLVER).tree(), ProfileTree.of(SOLVER)))
            assertThat(shown(value)).containsOnlyKeys("text/plain", "text/html");
    }

    @Test
    void figuresArePicturesThatEveryPageShows() {
        var figure =
                new Histogram(
                        new Caption("Times", ""),
                        "time",
                        Unit.SECONDS,
                        "ranks",
                        false,
                        List.of(new Histogram.Panel("solve", 0, 1, 0.5, List.of(1, 2))));
        assertThat(shown(figure)).containsOnlyKeys("text/plain", "image/svg+xml", "text/html");
        assertThat(shown(figure)).containsEntry("text/plain", "Histogram: Times");
        assertThat((String) shown(figure).get("image/svg+xml"))
                .startsWith("<svg")
                .doesNotContain("<script", "<style");
        assertThat(image(String.valueOf(shown(figure).get("text/html"))))
                .isEqualTo(shown(figure).get("image/svg+xml"));
    }

    /// The SVG of an image with a data URI.
    private static String image(String html) {
        assertThat(html)
                .startsWith("<img alt=\"Histogram: Times\" src=\"data:image/svg+xml;base64,");
        String data = html.substring(html.indexOf("base64,") + 7, html.lastIndexOf('"'));
        return new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8);
    }

    @Test
    void otherValuesAreTextAndNoMarkup() {
        assertThat(shown("<b>name</b>")).isEqualTo(Map.of("text/plain", "<b>name</b>"));
        assertThat(shown(42)).isEqualTo(Map.of("text/plain", "42"));
        assertThat(shown(List.of("<i>"))).isEqualTo(Map.of("text/plain", "[<i>]"));
    }

    @Test
    void imagesAreStillImages() {
        var image = new BufferedImage(2, 2, BufferedImage.TYPE_INT_RGB);
        assertThat(shown(image)).containsKey("image/png");
    }

    @Test
    void pagesOfAKernelHaveItsAddressAndAScript() {
        assertThat((String) shown(SOLVER).get("text/html"))
                .contains("data-tl-server=\"http://127.0.0.1:", "<script>");
    }
}
