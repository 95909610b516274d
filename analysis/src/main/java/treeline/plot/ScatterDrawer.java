package treeline.plot;

import treeline.plot.draw.Area;
import treeline.plot.draw.Axis;
import treeline.plot.draw.Box;
import treeline.plot.draw.Canvas;
import treeline.plot.draw.Legend;
import treeline.plot.draw.PathLabels;
import treeline.plot.draw.TextStyle;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/// Draws a [Scatter]. Marked points are labelled if the label covers no other label.
final class ScatterDrawer {
    private static final double HIGH = 420;
    private static final int CURVE = 64;
    private static final double MAX_NAME_WIDTH = 200;

    /// More names hide the points that they stand for.
    private static final int MAX_NAMES = 24;

    private ScatterDrawer() {}

    static double draw(Scatter scatter, Canvas canvas, double top) {
        double upper = top;
        if (!scatter.groups().isEmpty()) {
            List<Legend.Entry> entries = new ArrayList<>();
            for (int i = 0; i < scatter.groups().size(); i++)
                entries.add(new Legend.Entry(scatter.groups().get(i), canvas.theme().series(i)));
            upper = Legend.draw(entries, canvas, top) + 4;
        }
        upper += 22;
        Axis y =
                axis(
                        scatter,
                        scatter.dots().stream().mapToDouble(Scatter.Dot::y),
                        scatter.y(),
                        upper + HIGH,
                        upper,
                        Area.marksDown(HIGH));
        double left = Canvas.MARGIN + Math.max(24, Area.marksWidth(y)) + 10;
        double right = canvas.width() - Canvas.MARGIN - 20;
        Axis x =
                axis(
                        scatter,
                        scatter.dots().stream().mapToDouble(Scatter.Dot::x),
                        scatter.x(),
                        left,
                        right,
                        Area.marksAcross(right - left));
        var area = new Area(canvas, new Box(left, upper, right - left, HIGH));
        area.left(y, scatter.y().name());
        double bottom = area.below(x, scatter.x().name(), true);
        area.baseline();
        scatter.line().ifPresent(line -> line(scatter, line, x, y, canvas));
        for (Scatter.Dot dot : scatter.dots()) dot(scatter, dot, x, y, canvas);
        List<Scatter.Dot> marked =
                scatter.dots().stream().filter(Scatter.Dot::marked).limit(MAX_NAMES).toList();
        List<String> names =
                PathLabels.of(
                        marked.stream().map(Scatter.Dot::name).toList(),
                        MAX_NAME_WIDTH,
                        canvas.ink().sized(11));
        for (int i = 0; i < marked.size(); i++)
            name(scatter, marked.get(i), names.get(i), x, y, area);
        return bottom;
    }

    private static Axis axis(
            Scatter scatter,
            DoubleStream values,
            Scatter.Side side,
            double start,
            double end,
            int marks) {
        return scatter.logarithmic()
                ? Axis.logarithmic(values, side.unit(), start, end, marks)
                : Axis.linear(values, side.unit(), false, start, end, marks);
    }

    private static boolean isShown(Scatter.Dot dot, Axis x, Axis y) {
        return x.holds(dot.x()) && y.holds(dot.y());
    }

    private static void dot(Scatter scatter, Scatter.Dot dot, Axis x, Axis y, Canvas canvas) {
        if (!isShown(dot, x, y)) return;
        int colour = dot.group() >= 0 ? dot.group() : dot.marked() ? 1 : 0;
        canvas.dot(
                x.at(dot.x()),
                y.at(dot.y()),
                scatter.dots().size() > 200 ? 3 : 4.4,
                canvas.theme().series(colour),
                scatter.dots().size() > 50 ? 0.7 : 0.9,
                "%s: %s, %s"
                        .formatted(
                                dot.name(),
                                canvas.numbers().of(dot.x(), scatter.x().unit()),
                                canvas.numbers().of(dot.y(), scatter.y().unit())));
    }

    /// Right of its point or left of it, or nowhere: a name that covers another, or other points,
    /// helps nobody.
    private static void name(
            Scatter scatter, Scatter.Dot dot, String text, Axis x, Axis y, Area area) {
        if (!isShown(dot, x, y)) return;
        Canvas canvas = area.canvas();
        double at = x.at(dot.x());
        double middle = y.at(dot.y()) + 4;
        for (TextStyle.Anchor anchor :
                new TextStyle.Anchor[] {TextStyle.Anchor.START, TextStyle.Anchor.END}) {
            TextStyle ink = canvas.ink().sized(11).at(anchor);
            double place = anchor == TextStyle.Anchor.START ? at + 8 : at - 8;
            Box box = Canvas.boxOf(text, place, middle, ink);
            if (!area.box().contains(box) || !canvas.isFree(box)) continue;
            if (scatter.dots().stream().anyMatch(each -> covers(box, each, x, y))) continue;
            canvas.cut(text, dot.name(), place, middle, ink);
            return;
        }
    }

    private static boolean covers(Box box, Scatter.Dot dot, Axis x, Axis y) {
        if (!isShown(dot, x, y)) return false;
        return box.overlaps(new Box(x.at(dot.x()) - 3, y.at(dot.y()) - 3, 6, 6));
    }

    private static void line(Scatter scatter, Scatter.Line line, Axis x, Axis y, Canvas canvas) {
        double[] xs = new double[CURVE + 1];
        double[] ys = new double[CURVE + 1];
        for (int i = 0; i <= CURVE; i++) {
            double share = (double) i / CURVE;
            double value =
                    scatter.logarithmic()
                            ? x.from() * Math.pow(x.to() / x.from(), share)
                            : x.from() + (x.to() - x.from()) * share;
            double predicted =
                    scatter.logarithmic()
                            ? Math.exp(line.intercept() + line.slope() * Math.log(value))
                            : line.intercept() + line.slope() * value;
            xs[i] = x.at(value);
            ys[i] = y.holds(predicted) ? y.at(predicted) : Double.NaN;
        }
        canvas.path(xs, ys, canvas.theme().ink(), 1.5, "6 4", 0.8);
    }
}
