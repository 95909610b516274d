package treeline.plot.draw;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// An SVG document under construction. Its width is fixed; it grows downwards. Each text is
/// measured and stored, so that drawers can avoid overlaps and tests can check them.
public final class Canvas {
    public static final double MARGIN = 24;

    /// The part of a line of text above its baseline, and all of it, in shares of the size.
    private static final double ASCENT = 0.8;

    private static final double LINE = 1.05;

    /// A text with its position.
    public record Label(String text, Box box) {}

    private final double width;
    private final Theme theme;
    private final NumberText numbers;
    private final StringBuilder body = new StringBuilder();
    private final List<Label> labels = new ArrayList<>();

    public Canvas(double width, FigureStyle look) {
        this.width = width;
        this.theme = Theme.of(look.dark());
        this.numbers = look.numbers();
    }

    public double width() {
        return width;
    }

    /// From the left margin to the right one.
    public double inner() {
        return width - 2 * MARGIN;
    }

    /// Whether the figure is as wide as a column.
    public boolean isNarrow() {
        return width < FigureStyle.Width.PAGE.pixels() / 2;
    }

    public Theme theme() {
        return theme;
    }

    public NumberText numbers() {
        return numbers;
    }

    public List<Label> labels() {
        return List.copyOf(labels);
    }

    public TextStyle ink() {
        return new TextStyle(12, false, TextStyle.Anchor.START, theme.ink());
    }

    public TextStyle muted() {
        return ink().in(theme.muted());
    }

    public String body() {
        return body.toString();
    }

    public void rect(Box box, String fill, String title) {
        body.append(
                "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\""
                        .formatted(n(box.x()), n(box.y()), n(box.width()), n(box.height()), fill));
        close("rect", title);
    }

    /// Many rectangles of one colour as one path, without gaps between neighbours.
    public void cells(List<Box> boxes, String fill) {
        if (boxes.isEmpty()) return;
        body.append("<path shape-rendering=\"crispEdges\" fill=\"").append(fill).append("\" d=\"");
        for (Box box : boxes)
            body.append('M')
                    .append(n(box.x()))
                    .append(' ')
                    .append(n(box.y()))
                    .append('h')
                    .append(n(box.width()))
                    .append('v')
                    .append(n(box.height()))
                    .append('h')
                    .append(n(-box.width()))
                    .append('z');
        body.append("\"/>\n");
    }

    public void frame(Box box, String fill, double opacity, String stroke) {
        body.append(
                "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\" fill-opacity=\"%s\" stroke=\"%s\"/>\n"
                        .formatted(
                                n(box.x()),
                                n(box.y()),
                                n(box.width()),
                                n(box.height()),
                                fill,
                                n(opacity),
                                stroke));
    }

    /// A cell without a value: grey and crossed out, so that it is no colour of the scale.
    public void missing(Box box, String title) {
        rect(box, theme.missing(), title);
        line(box.x(), box.bottom(), box.right(), box.y(), theme.muted(), 0.7, "");
    }

    public void line(
            double x1, double y1, double x2, double y2, String stroke, double thick, String dash) {
        body.append(
                "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke=\"%s\" stroke-width=\"%s\"%s/>\n"
                        .formatted(n(x1), n(y1), n(x2), n(y2), stroke, n(thick), dashed(dash)));
    }

    private static String dashed(String dash) {
        return dash.isEmpty() ? "" : " stroke-dasharray=\"%s\"".formatted(dash);
    }

    /// A line through points; it is broken where one is NaN.
    public void path(
            double[] xs, double[] ys, String stroke, double thick, String dash, double opacity) {
        var data = new StringBuilder();
        boolean down = false;
        for (int i = 0; i < xs.length; i++) {
            boolean there = !Double.isNaN(xs[i]) && !Double.isNaN(ys[i]);
            if (there) data.append(down ? "L" : "M").append(n(xs[i])).append(' ').append(n(ys[i]));
            down = there;
        }
        if (data.isEmpty()) return;
        body.append(
                "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-linejoin=\"round\" stroke-opacity=\"%s\"%s/>\n"
                        .formatted(data, stroke, n(thick), n(opacity), dashed(dash)));
    }

    public void area(double[] xs, double[] ys, String fill, double opacity) {
        var data = new StringBuilder();
        for (int i = 0; i < xs.length; i++)
            data.append(i == 0 ? "M" : "L").append(n(xs[i])).append(' ').append(n(ys[i]));
        body.append(
                "<path d=\"%sZ\" fill=\"%s\" fill-opacity=\"%s\"/>\n"
                        .formatted(data, fill, n(opacity)));
    }

    public void dot(double x, double y, double radius, String fill, double opacity, String title) {
        body.append(
                "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\" fill-opacity=\"%s\" stroke=\"%s\" stroke-width=\"0.6\""
                        .formatted(n(x), n(y), n(radius), fill, n(opacity), theme.background()));
        close("circle", title);
    }

    private void close(String element, String title) {
        if (title.isEmpty()) body.append("/>\n");
        else
            body.append("><title>%s</title></%s>\n".formatted(TextMetrics.escaped(title), element));
    }

    /// A text that fits for sure, its baseline at `y`.
    public void text(String text, double x, double y, TextStyle ink) {
        text(text, x, y, Double.MAX_VALUE, ink);
    }

    /// A text cut to a width; all of it is shown where a pointer rests on it.
    public void text(String text, double x, double y, double room, TextStyle ink) {
        String all = TextMetrics.printable(text);
        cut(TextMetrics.fitted(all, room, ink.size(), ink.bold()), all, x, y, ink);
    }

    /// A text that was cut to `shown`; all of it is shown where a pointer rests on it.
    public void cut(String shown, String all, double x, double y, TextStyle ink) {
        if (shown.isBlank()) return;
        labels.add(new Label(shown, boxOf(shown, x, y, ink)));
        write(shown, TextMetrics.printable(all), x, y, "", ink);
    }

    /// A text from bottom to top, its baseline at `x` and its anchor at `y`.
    public void upright(String text, double x, double y, double room, TextStyle ink) {
        String all = TextMetrics.printable(text);
        uprightCut(TextMetrics.fitted(all, room, ink.size(), ink.bold()), all, x, y, ink);
    }

    /// The same of a text that was cut to `shown`.
    public void uprightCut(String shown, String text, double x, double y, TextStyle ink) {
        String all = TextMetrics.printable(text);
        if (shown.isBlank()) return;
        Box flat = boxOf(shown, 0, 0, ink);
        labels.add(
                new Label(
                        shown,
                        new Box(
                                x + flat.y(),
                                y - flat.right(),
                                /* width= */ flat.height(),
                                /* height= */ flat.width())));
        write(shown, all, x, y, " transform=\"rotate(-90 %s %s)\"".formatted(n(x), n(y)), ink);
    }

    private void write(
            String shown, String all, double x, double y, String transform, TextStyle ink) {
        body.append(
                "<text x=\"%s\" y=\"%s\" font-size=\"%s\" fill=\"%s\"%s%s%s>"
                        .formatted(
                                n(x),
                                n(y),
                                n(ink.size()),
                                ink.colour(),
                                ink.anchor() == TextStyle.Anchor.START
                                        ? ""
                                        : " text-anchor=\"%s\""
                                                .formatted(
                                                        ink.anchor()
                                                                .name()
                                                                .toLowerCase(Locale.ROOT)),
                                ink.bold() ? " font-weight=\"bold\"" : "",
                                transform));
        if (!shown.equals(all))
            body.append("<title>%s</title>".formatted(TextMetrics.escaped(all)));
        body.append(TextMetrics.escaped(shown)).append("</text>\n");
    }

    /// Where a text would be.
    public static Box boxOf(String text, double x, double y, TextStyle ink) {
        double wide = TextMetrics.width(text, ink.size(), ink.bold());
        double left =
                switch (ink.anchor()) {
                    case START -> x;
                    case MIDDLE -> x - wide / 2;
                    case END -> x - wide;
                };
        return new Box(left, y - ASCENT * ink.size(), wide, LINE * ink.size());
    }

    /// Whether a text there would cover another one or leave the picture.
    public boolean isFree(Box box) {
        return box.x() >= 0
                && box.right() <= width
                && labels.stream().noneMatch(label -> label.box().overlaps(box));
    }

    /// A number of the picture: hundredths of a pixel are enough.
    static String n(double number) {
        double rounded = Math.rint(number * 100) / 100;
        return rounded == Math.rint(rounded)
                ? Long.toString((long) rounded)
                : Double.toString(rounded);
    }
}
