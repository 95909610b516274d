package treeline.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

import treeline.model.Unit;
import treeline.plot.draw.Box;
import treeline.plot.draw.Canvas;
import treeline.plot.draw.FigureStyle;
import treeline.plot.draw.Theme;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

class DrawingTest {
    private static final FigureStyle LIGHT = new FigureStyle(false, DrawingTest::text);
    private static final FigureStyle COLUMN = LIGHT.withWidth(FigureStyle.Width.COLUMN);
    private static final FigureStyle DARK = new FigureStyle(true, DrawingTest::text);

    private static String text(double value, Unit unit) {
        return Double.isNaN(value)
                ? "-"
                : String.format(Locale.ROOT, "%.3g %s", value, unit.symbol()).strip();
    }

    /// 12 pixels, and 11 pixels in notes, of 420 pixels on 85 mm are 6.9 and 6.3 points.
    @Test
    void textIsAtLeastSixPointsHighInAColumn() {
        for (Figure figure : SampleFigures.of(5)) {
            Drawing drawing = Drawing.of(figure, COLUMN);
            Matcher size = Pattern.compile("font-size=\"([\\d.]+)\"").matcher(drawing.svg());
            double smallest =
                    size.results()
                            .mapToDouble(each -> Double.parseDouble(each.group(1)))
                            .min()
                            .orElseThrow();
            double millimetres =
                    Double.parseDouble(
                            drawing.svg().replaceAll("(?s).*?width=\"([\\d.]+)mm\".*", "$1"));
            double points = smallest / drawing.width() * millimetres / 25.4 * 72;
            assertThat(points).as(figure.summary()).isGreaterThanOrEqualTo(6);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 50})
    void aColumnHasNoTextOutsideOrAboveAnother(int series) {
        for (Figure figure : SampleFigures.of(series)) {
            Drawing drawing = Drawing.of(figure, COLUMN);
            var picture = new Box(0, 0, drawing.width(), drawing.height());
            assertThat(drawing.labels())
                    .as("%s of %d", figure.getClass().getSimpleName(), series)
                    .allMatch(label -> picture.contains(label.box()));
            assertThat(overlaps(drawing.labels()))
                    .as("%s of %d", figure.getClass().getSimpleName(), series)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 50, 500})
    void everyTextIsInsideThePicture(int series) {
        for (Figure figure : SampleFigures.of(series)) {
            Drawing drawing = Drawing.of(figure, LIGHT);
            var picture = new Box(0, 0, drawing.width(), drawing.height());
            assertThat(drawing.labels())
                    .as("%s of %d", figure.getClass().getSimpleName(), series)
                    .isNotEmpty()
                    .allMatch(label -> picture.contains(label.box()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 50, 500})
    void noTextCoversAnother(int series) {
        for (Figure figure : SampleFigures.of(series))
            assertThat(overlaps(Drawing.of(figure, LIGHT).labels()))
                    .as("%s of %d", figure.getClass().getSimpleName(), series)
                    .isEmpty();
    }

    private static List<String> overlaps(List<Canvas.Label> labels) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++)
            for (int j = i + 1; j < labels.size(); j++)
                if (labels.get(i).box().overlaps(labels.get(j).box()))
                    found.add(labels.get(i) + " and " + labels.get(j));
        return found;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 500})
    void everyPictureIsSoundXmlWithATitleAndADescription(int series) throws Exception {
        for (Figure figure : SampleFigures.of(series)) {
            Document svg = parsed(Drawing.of(figure, DARK).svg());
            assertThat(svg.getDocumentElement().getAttribute("role")).isEqualTo("img");
            assertThat(svg.getElementsByTagName("title").item(0).getTextContent())
                    .isEqualTo(figure.caption().title());
            assertThat(svg.getElementsByTagName("desc").item(0).getTextContent())
                    .contains("many runs");
        }
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void noNumberOfAPictureIsMissing() {
        for (int series : new int[] {1, 5, 500})
            for (Figure figure : SampleFigures.of(series))
                assertThat(Drawing.of(figure, LIGHT).svg())
                        .as("%s of %d", figure.getClass().getSimpleName(), series)
                        .doesNotContain("\"NaN")
                        .doesNotContain(" NaN")
                        .doesNotContain("Infinity")
                        .doesNotContain("9223372036854775807");
    }

    @Test
    void aMissingValueIsCrossedOutAndNotTheLeastColour() {
        var map =
                new HeatMap(
                        new Caption("t", "s"),
                        List.of("a", "b", "c"),
                        List.of(
                                new HeatMap.Column(
                                        "mean", Unit.SECONDS, List.of(1.0, Double.NaN, 2.0))));
        String svg = Drawing.of(map, LIGHT).svg();
        assertThat(svg).contains("b, mean: - (no value)").contains(Theme.of(false).missing());
        assertThat(svg).contains("a, mean: 1.00 s").contains("c, mean: 2.00 s");
    }

    @Test
    void aBarOfARunWithoutValuesIsMissingAndNotOfLengthZero() {
        var bars =
                new StackedBars(
                        new Caption("t", "s"),
                        "time",
                        Unit.SECONDS,
                        false,
                        List.of("run 1", "run 2"),
                        List.of(new StackedBars.Part("f", List.of(1.0, Double.NaN))));
        assertThat(Drawing.of(bars, LIGHT).svg()).contains("run 2: no value");
    }

    @Test
    void aTextThatIsCutShowsAllOfItselfUnderThePointer() {
        String name = "main/" + "very long name ".repeat(40);
        var map =
                new HeatMap(
                        new Caption("t", "s"),
                        List.of(name),
                        List.of(new HeatMap.Column("mean", Unit.SECONDS, List.of(1.0))));
        assertThat(Drawing.of(map, LIGHT).svg()).contains("<title>" + name).contains("…");
    }

    @Test
    void namesOfOthersCannotBreakThePicture() throws Exception {
        var map =
                new HeatMap(
                        new Caption("</title><script>", "\u0000\u001b[31m\ud800"),
                        List.of("<operator<<>&\"'"),
                        List.of(new HeatMap.Column("mean", Unit.SECONDS, List.of(1.0))));
        Document svg = parsed(Drawing.of(map, LIGHT).svg());
        assertThat(svg.getElementsByTagName("script").getLength()).isZero();
    }

    @Test
    void whatHasNothingToDrawSaysSo() {
        var caption = new Caption("t", "s");
        assertThatThrownBy(() -> new HeatMap(caption, List.of(), List.of()))
                .hasMessage("no nodes to draw");
        assertThatThrownBy(
                        () ->
                                new Boxes(
                                        caption,
                                        "time",
                                        Unit.SECONDS,
                                        false,
                                        Boxes.Axes.AUTO,
                                        List.of()))
                .hasMessage("no values to draw boxes of");
        assertThatThrownBy(
                        () ->
                                new HeatMap(
                                        caption,
                                        List.of("a"),
                                        List.of(
                                                new HeatMap.Column(
                                                        "mean", Unit.SECONDS, List.of()))))
                .hasMessage("mean has 0 of 1 rows");
    }
}
