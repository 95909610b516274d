package treeline.plot;

import treeline.plot.draw.Canvas;
import treeline.plot.draw.FigureStyle;
import treeline.plot.draw.TextMetrics;
import treeline.plot.draw.TextStyle;

import java.util.List;
import java.util.Locale;

/// A rendered figure: a self-contained SVG with a title and a description for screen readers. It
/// uses attributes only, no style sheet and no script, so that all viewers render it alike.
public final class Drawing {
    private static final double COLUMN_MILLIMETRES = 85;
    private static final double NOTE_SIZE = 11;
    private static final double LINE = 1.4;

    /// Browsers apply a policy in an XHTML head, also in SVG. With a prefix, HTML parsers do not
    /// end an SVG there that is pasted into a page.
    private static final String POLICY =
            """
            <metadata><h:head xmlns:h="http://www.w3.org/1999/xhtml"><h:meta http-equiv="Content-Security-Policy" content="default-src 'none'"/></h:head></metadata>
            """;

    private final Figure figure;
    private final Canvas canvas;
    private final double height;
    private final FigureStyle.Width size;

    private Drawing(Figure figure, Canvas canvas, double height, FigureStyle.Width size) {
        this.size = size;
        this.figure = figure;
        this.canvas = canvas;
        this.height = height;
    }

    public static Drawing of(Figure figure, FigureStyle look) {
        var canvas = new Canvas(width(figure, look.width().pixels()), look);
        double top = heading(figure.caption(), canvas);
        double bottom =
                notes(figure.caption(), canvas, drawn(figure, canvas, top, look.width().pixels()));
        return new Drawing(figure, canvas, bottom + Canvas.MARGIN / 2, look.width());
    }

    /// Most figures grow downwards only.
    private static double width(Figure figure, double asked) {
        return switch (figure) {
            case HeatMap map -> HeatMapDrawer.width(map, asked);
            case CorrelationMatrix matrix -> MatrixDrawer.width(matrix, asked);
            case ParallelCoordinates lines -> Math.max(asked, ParallelDrawer.width(lines));
            case Histogram _, Boxes _, ScalingLines _, StackedBars _, Scatter _, TrendLines _ ->
                    asked;
            case TimelineChart _, StackedAreas _, MessageMatrix _ -> asked;
        };
    }

    private static double drawn(Figure figure, Canvas canvas, double top, double asked) {
        return switch (figure) {
            case HeatMap map -> HeatMapDrawer.draw(map, canvas, top, asked);
            case Histogram histogram -> HistogramDrawer.draw(histogram, canvas, top);
            case Boxes boxes -> BoxesDrawer.draw(boxes, canvas, top);
            case ScalingLines lines -> ScalingDrawer.draw(lines, canvas, top);
            case StackedBars bars -> BarsDrawer.draw(bars, canvas, top);
            case Scatter scatter -> ScatterDrawer.draw(scatter, canvas, top);
            case CorrelationMatrix matrix -> MatrixDrawer.draw(matrix, canvas, top);
            case ParallelCoordinates lines -> ParallelDrawer.draw(lines, canvas, top);
            case TrendLines trend -> TrendDrawer.draw(trend, canvas, top);
            case TimelineChart chart -> TimelineDrawer.draw(chart, canvas, top);
            case StackedAreas areas -> AreasDrawer.draw(areas, canvas, top);
            case MessageMatrix matrix -> MessageMatrixDrawer.draw(matrix, canvas, top);
        };
    }

    private static double heading(Caption caption, Canvas canvas) {
        TextStyle title = canvas.ink().sized(16).strong();
        double y = Canvas.MARGIN + 12;
        canvas.text(caption.title(), Canvas.MARGIN, y, canvas.inner(), title);
        for (String line : TextMetrics.lines(caption.subtitle(), canvas.inner(), 12)) {
            y += 18;
            canvas.text(line, Canvas.MARGIN, y, canvas.inner(), canvas.muted());
        }
        return y + 18;
    }

    private static double notes(Caption caption, Canvas canvas, double bottom) {
        double y = bottom + 8;
        for (String note : caption.notes())
            for (String line : TextMetrics.lines(note, canvas.inner(), NOTE_SIZE)) {
                y += NOTE_SIZE * LINE;
                canvas.text(
                        line, Canvas.MARGIN, y, canvas.inner(), canvas.muted().sized(NOTE_SIZE));
            }
        return y;
    }

    public int width() {
        return (int) Math.ceil(canvas.width());
    }

    public int height() {
        return (int) Math.ceil(height);
    }

    /// Every text of the picture with its place.
    List<Canvas.Label> labels() {
        return canvas.labels();
    }

    /// For pages, which have policies of their own.
    public String svg() {
        return svg("");
    }

    /// The content of an SVG file, with a content security policy that forbids scripts and loading.
    public String svgFile() {
        return svg(POLICY);
    }

    private String svg(String metadata) {
        Caption caption = figure.caption();
        var svg = new StringBuilder();
        svg.append(
                """
                <svg xmlns="http://www.w3.org/2000/svg" %7$s viewBox="0 0 %1$d %2$d" \
                role="img" aria-labelledby="title-%6$s description-%6$s" font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif">
                <title id="title-%6$s">%3$s</title>
                <desc id="description-%6$s">%4$s</desc>
                %8$s<rect width="%1$d" height="%2$d" fill="%5$s"/>
                """
                        .formatted(
                                width(),
                                height(),
                                TextMetrics.escaped(caption.title()),
                                TextMetrics.escaped(description()),
                                canvas.theme().background(),
                                canvas.theme().dark() ? "dark" : "light",
                                size(),
                                metadata));
        return svg.append(canvas.body()).append("</svg>\n").toString();
    }

    /// Millimetres for a column of a paper, else pixels. A figure with many columns is wider.
    private String size() {
        if (size == FigureStyle.Width.PAGE)
            return "width=\"%d\" height=\"%d\"".formatted(width(), height());
        double millimetres = COLUMN_MILLIMETRES / size.pixels();
        return String.format(
                Locale.ROOT,
                "width=\"%.1fmm\" height=\"%.1fmm\"",
                width() * millimetres,
                height() * millimetres);
    }

    private String description() {
        Caption caption = figure.caption();
        String kind =
                figure.getClass()
                        .getSimpleName()
                        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                        .toLowerCase(Locale.ROOT);
        return "%s. %s%s"
                .formatted(
                        kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1),
                        caption.subtitle(),
                        caption.notes().isEmpty() ? "" : ". " + String.join(". ", caption.notes()));
    }
}
