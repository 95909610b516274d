package treeline.plot;

import treeline.model.Unit;
import treeline.plot.draw.Area;
import treeline.plot.draw.Axis;
import treeline.plot.draw.Box;
import treeline.plot.draw.Canvas;
import treeline.plot.draw.HiddenLines;
import treeline.plot.draw.Theme;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/// Draws [ScalingLines]: the first few lines in colour with a label at their right end, all others
/// thin and grey behind them.
final class ScalingDrawer {
    private static final double HIGH = 380;
    private static final double CROWDED = 0.25;

    /// Bands of more lines than this would cover each other.
    private static final int FEW = 3;

    private ScalingDrawer() {}

    static double draw(ScalingLines figure, Canvas canvas, double top) {
        double upper = top + 22;
        Axis y = axis(figure, upper + HIGH, upper);
        double left = Canvas.MARGIN + Math.max(24, Area.marksWidth(y)) + 10;
        double names = Area.namesWidth(named(figure).map(ScalingLines.Line::name), canvas);
        double right = canvas.width() - Canvas.MARGIN - names;
        var area = new Area(canvas, new Box(left, upper, right - left, HIGH));
        Axis x = settings(figure, left, right);
        area.left(y, figure.y());
        double bottom = area.below(x, figure.x(), true);
        area.baseline();
        for (int i = figure.lines().size() - 1; i >= Theme.COLOURS; i--)
            line(figure.lines().get(i), x, y, canvas.theme().muted(), 1, CROWDED, canvas);
        band(curve(figure.lines().getFirst()), x, y, canvas.theme().series(0), canvas);
        List<double[]> drawn = named(figure).map(line -> drawn(line, y)).toList();
        for (int i = drawn.size() - 1; i >= 0; i--)
            coloured(figure, i, x, y, HiddenLines.thickness(drawn, i, 2), canvas);
        names(figure, y, area);
        return bottom;
    }

    private static Axis axis(ScalingLines figure, double start, double end) {
        DoubleStream values = figure.lines().stream().flatMapToDouble(ScalingDrawer::values);
        int marks = Area.marksDown(HIGH);
        return figure.logarithmic()
                ? Axis.logarithmic(values, figure.unit(), start, end, marks)
                : Axis.linear(values, figure.unit(), true, start, end, marks);
    }

    /// What must fit; ideal lines may leave the picture.
    private static DoubleStream values(ScalingLines.Line line) {
        return Stream.of(
                        line.points().stream()
                                .flatMap(p -> Stream.of(p.value(), p.low(), p.high())),
                        line.repetitions().stream().map(ScalingLines.At::value),
                        curve(line).stream().map(ScalingLines.Point::value))
                .flatMap(each -> each)
                .mapToDouble(each -> each);
    }

    private static List<ScalingLines.Point> curve(ScalingLines.Line line) {
        return line.fit().map(ScalingLines.Fit::curve).orElse(List.of());
    }

    /// Marks stand at the settings themselves: there are runs of 8 and 16 ranks, none of 10.
    private static Axis settings(ScalingLines figure, double start, double end) {
        double[] xs =
                figure.lines().stream()
                        .flatMap(line -> line.points().stream())
                        .mapToDouble(ScalingLines.Point::x)
                        .distinct()
                        .sorted()
                        .toArray();
        double[] reach =
                DoubleStream.concat(
                                DoubleStream.of(xs),
                                figure.lines().stream()
                                        .flatMap(line -> curve(line).stream())
                                        .mapToDouble(ScalingLines.Point::x))
                        .sorted()
                        .toArray();
        double[] decisive = xs.length > 0 ? xs : reach;
        boolean log =
                decisive.length > 0
                        && decisive[0] > 0
                        && decisive[decisive.length - 1] / decisive[0] >= 4;
        Axis axis =
                log
                        ? Axis.logarithmic(DoubleStream.of(reach), Unit.COUNT, start, end, 8)
                        : Axis.linear(DoubleStream.of(reach), Unit.COUNT, false, start, end, 8);
        if (xs.length == 0) return axis;
        return axis.withMarks(
                DoubleStream.concat(DoubleStream.of(xs), ends(figure))
                        .distinct()
                        .sorted()
                        .mapToObj(each -> new Axis.Mark(each, Axis.plain(each)))
                        .toList());
    }

    /// Where models are asked for a prediction.
    private static DoubleStream ends(ScalingLines figure) {
        return figure.lines().stream()
                .filter(line -> !curve(line).isEmpty())
                .mapToDouble(line -> curve(line).getLast().x());
    }

    private static Stream<ScalingLines.Line> named(ScalingLines figure) {
        return figure.lines().stream().limit(Theme.COLOURS);
    }

    private static double[] drawn(ScalingLines.Line line, Axis y) {
        return (line.fit().isEmpty() ? line.points() : curve(line))
                .stream().mapToDouble(point -> visible(y, point.value())).toArray();
    }

    private static void coloured(
            ScalingLines figure, int index, Axis x, Axis y, double thick, Canvas canvas) {
        ScalingLines.Line line = figure.lines().get(index);
        String colour = canvas.theme().series(index);
        boolean few = figure.lines().size() <= FEW;
        if (line.fit().isEmpty() && few) band(line.points(), x, y, colour, canvas);
        if (line.fit().isEmpty() && !few) intervals(line.points(), x, y, colour, canvas);
        boolean own = few && figure.lines().stream().noneMatch(each -> each.ideal().isEmpty());
        if (own || index == 0)
            path(line.ideal(), x, y, own ? colour : canvas.theme().ink(), 1.2, "2 4", canvas);
        if (line.fit().isEmpty()) line(line, x, y, colour, thick, 1, canvas);
        else model(line.fit().get(), x, y, colour, thick, canvas);
        for (ScalingLines.At each : line.repetitions())
            if (y.holds(each.value()))
                canvas.dot(x.at(each.x()), y.at(each.value()), 2, colour, 0.45, "");
        for (ScalingLines.Point point : line.points())
            if (!Double.isNaN(point.value()) && y.holds(point.value()))
                canvas.dot(
                        x.at(point.x()),
                        y.at(point.value()),
                        3.4,
                        colour,
                        1,
                        "%s, %s = %s: %s"
                                .formatted(
                                        line.name(),
                                        figure.x(),
                                        Axis.plain(point.x()),
                                        canvas.numbers().of(point.value(), figure.unit())));
    }

    private static void line(
            ScalingLines.Line line,
            Axis x,
            Axis y,
            String colour,
            double thick,
            double opacity,
            Canvas canvas) {
        double[] xs = line.points().stream().mapToDouble(point -> x.at(point.x())).toArray();
        double[] ys = line.points().stream().mapToDouble(p -> visible(y, p.value())).toArray();
        canvas.path(xs, ys, colour, thick, "", opacity);
    }

    private static double visible(Axis y, double value) {
        return y.holds(value) ? y.at(value) : Double.NaN;
    }

    /// Through what was measured, and dashed beyond it.
    private static void model(
            ScalingLines.Fit fit, Axis x, Axis y, String colour, double thick, Canvas canvas) {
        List<ScalingLines.At> all =
                fit.curve().stream().map(p -> new ScalingLines.At(p.x(), p.value())).toList();
        double end = fit.measuredTo() * (1 + 1e-9);
        int known = (int) all.stream().filter(at -> at.x() <= end).count();
        path(all.subList(0, known), x, y, colour, thick, "", canvas);
        path(all.subList(Math.max(0, known - 1), all.size()), x, y, colour, thick, "6 4", canvas);
    }

    /// Only what lies between the axes.
    private static void path(
            List<ScalingLines.At> curve,
            Axis x,
            Axis y,
            String colour,
            double thick,
            String dash,
            Canvas canvas) {
        double[] xs = curve.stream().mapToDouble(at -> x.at(at.x())).toArray();
        double[] ys = curve.stream().mapToDouble(at -> visible(y, at.value())).toArray();
        canvas.path(xs, ys, colour, thick, dash, 1);
    }

    /// A stroke through each point instead of a band.
    private static void intervals(
            List<ScalingLines.Point> points, Axis x, Axis y, String colour, Canvas canvas) {
        for (ScalingLines.Point point : points) {
            if (!Double.isFinite(point.low()) || !Double.isFinite(point.high())) continue;
            double at = x.at(point.x());
            double low = y.at(Math.clamp(point.low(), y.from(), y.to()));
            double high = y.at(Math.clamp(point.high(), y.from(), y.to()));
            canvas.line(at, low, at, high, colour, 1, "");
        }
    }

    private static void band(
            List<ScalingLines.Point> points, Axis x, Axis y, String colour, Canvas canvas) {
        List<ScalingLines.Point> known =
                points.stream()
                        .filter(p -> Double.isFinite(p.low()) && Double.isFinite(p.high()))
                        .toList();
        if (known.size() < 2) return;
        double[] xs = new double[2 * known.size()];
        double[] ys = new double[2 * known.size()];
        for (int i = 0; i < known.size(); i++) {
            int back = xs.length - 1 - i;
            xs[i] = xs[back] = x.at(known.get(i).x());
            ys[i] = y.at(Math.clamp(known.get(i).low(), y.from(), y.to()));
            ys[back] = y.at(Math.clamp(known.get(i).high(), y.from(), y.to()));
        }
        canvas.area(xs, ys, colour, 0.16);
    }

    private static void names(ScalingLines figure, Axis y, Area area) {
        List<String> names = new ArrayList<>();
        List<String> colours = new ArrayList<>();
        List<Double> at = new ArrayList<>();
        for (int i = 0; i < Math.min(Theme.COLOURS, figure.lines().size()); i++) {
            ScalingLines.Line line = figure.lines().get(i);
            double last = last(line, y);
            if (Double.isNaN(last)) continue;
            names.add(line.name());
            colours.add(area.canvas().theme().series(i));
            at.add(y.at(last));
        }
        area.ends(names, colours, at);
    }

    private static double last(ScalingLines.Line line, Axis y) {
        Stream<Double> values =
                (line.fit().isEmpty() ? line.points() : curve(line))
                        .reversed().stream().map(ScalingLines.Point::value);
        return values.filter(y::holds).findFirst().orElse(Double.NaN);
    }
}
