package treeline.plot;

import treeline.model.Unit;
import treeline.plot.draw.Area;
import treeline.plot.draw.Axis;
import treeline.plot.draw.Box;
import treeline.plot.draw.Canvas;
import treeline.plot.draw.HiddenLines;
import treeline.plot.draw.TextMetrics;
import treeline.plot.draw.TextStyle;
import treeline.plot.draw.Theme;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Draws [TrendLines]: values as points, levels between change points as steps, change points as
/// marks.
final class TrendDrawer {
    private static final double HIGH = 360;
    private static final double UPRIGHT = 90;
    private static final int MANY = 80;

    private TrendDrawer() {}

    static double draw(TrendLines trend, Canvas canvas, double top) {
        double upper = top + 22;
        Axis y =
                Axis.linear(
                        trend.lines().stream()
                                .flatMap(line -> line.values().stream())
                                .mapToDouble(each -> each),
                        trend.unit(),
                        false,
                        upper + HIGH,
                        upper,
                        Area.marksDown(HIGH));
        double left = Canvas.MARGIN + Math.max(24, Area.marksWidth(y)) + 10;
        double names =
                Area.namesWidth(
                        trend.lines().stream().limit(Theme.COLOURS).map(TrendLines.Line::name),
                        canvas);
        double right = canvas.width() - Canvas.MARGIN - names;
        var area = new Area(canvas, new Box(left, upper, right - left, HIGH));
        Axis x = runs(trend, left, right);
        area.left(y, trend.y());
        area.baseline();
        double bottom = names(trend, x, area);
        List<double[]> drawn = trend.lines().stream().map(line -> drawn(line, y)).toList();
        for (int i = trend.lines().size() - 1; i >= 0; i--) line(trend, i, x, y, drawn, canvas);
        for (int i = 0; i < Math.min(Theme.COLOURS, trend.lines().size()); i++)
            changes(trend.lines().get(i), x, y, trend.unit(), canvas);
        ends(trend, y, area);
        return bottom;
    }

    private static Axis runs(TrendLines trend, double left, double right) {
        double last = Math.max(1, trend.runs().size() - 1);
        return new Axis(-0.02 * last, last * 1.02, left, right, false, "", List.<Axis.Mark>of());
    }

    /// Across where there is room for all, else upright for as many as do not touch.
    private static double names(TrendLines trend, Axis x, Area area) {
        Canvas canvas = area.canvas();
        Box box = area.box();
        int count = trend.runs().size();
        double space = box.width() / Math.max(1, count - 1);
        double widest =
                trend.runs().stream()
                        .mapToDouble(run -> TextMetrics.width(run, 11, false))
                        .max()
                        .orElse(0);
        TextStyle ink = canvas.muted().sized(11);
        if (widest + 6 <= space && widest / 2 < box.x()) {
            for (int i = 0; i < count; i++)
                canvas.text(
                        trend.runs().get(i),
                        x.at(i),
                        box.bottom() + 18,
                        ink.at(TextStyle.Anchor.MIDDLE));
            return title(trend, area, box.bottom() + 38);
        }
        int every = (int) Math.max(1, Math.ceil(15 / space));
        double deep = Math.min(UPRIGHT, widest);
        for (int i = 0; i < count; i += every)
            canvas.upright(
                    trend.runs().get(i),
                    x.at(i) + 4,
                    box.bottom() + 8,
                    UPRIGHT,
                    ink.at(TextStyle.Anchor.END));
        return title(trend, area, box.bottom() + deep + 28);
    }

    private static double title(TrendLines trend, Area area, double y) {
        Box box = area.box();
        area.canvas()
                .text(
                        trend.x(),
                        box.x() + box.width() / 2,
                        y,
                        box.width(),
                        area.canvas().ink().at(TextStyle.Anchor.MIDDLE));
        return y + 6;
    }

    private static double[] drawn(TrendLines.Line line, Axis y) {
        return line.values().stream().mapToDouble(value -> y.at(value)).toArray();
    }

    /// The mean of a stretch lies below its points, but above many of them, which would hide it.
    private static void line(
            TrendLines trend, int index, Axis x, Axis y, List<double[]> drawn, Canvas canvas) {
        TrendLines.Line line = trend.lines().get(index);
        boolean named = index < Theme.COLOURS;
        String colour = named ? canvas.theme().series(index) : canvas.theme().muted();
        double[] xs = IntStream.range(0, line.values().size()).mapToDouble(x::at).toArray();
        double[] ys = drawn.get(index);
        boolean many = xs.length > MANY;
        double thick = named ? HiddenLines.thickness(drawn, index, 3) : 0;
        if (named && !many) segments(line, colour, thick, x, y, canvas);
        canvas.path(xs, ys, colour, 1, "", named ? 0.6 : 0.2);
        if (named) dots(trend, line, xs, ys, colour, canvas);
        if (named && many) segments(line, colour, thick, x, y, canvas);
    }

    private static void dots(
            TrendLines trend,
            TrendLines.Line line,
            double[] xs,
            double[] ys,
            String colour,
            Canvas canvas) {
        double radius = xs.length > MANY ? 2 : 3;
        for (int i = 0; i < xs.length; i++)
            if (!Double.isNaN(ys[i]))
                canvas.dot(
                        xs[i],
                        ys[i],
                        radius,
                        colour,
                        0.9,
                        "%s, %s: %s"
                                .formatted(
                                        line.name(),
                                        trend.runs().get(i),
                                        canvas.numbers().of(line.values().get(i), trend.unit())));
    }

    private static void segments(
            TrendLines.Line line, String colour, double thick, Axis x, Axis y, Canvas canvas) {
        for (int i = 0; i < line.segments().size(); i++) {
            TrendLines.Segment segment = line.segments().get(i);
            double at = y.at(segment.mean());
            double from = x.at(segment.from() - (i == 0 ? 0 : 0.5));
            boolean last = i + 1 == line.segments().size();
            double to = x.at(segment.to() - (last ? 1 : 0.5));
            canvas.line(from, at, to, at, colour, thick, "");
            if (i == 0) continue;
            TrendLines.Segment before = line.segments().get(i - 1);
            double was = y.at(before.mean());
            canvas.line(from, was, from, at, canvas.theme().ink(), 1.4, "3 2");
        }
    }

    /// Above all lines, so that none covers them.
    private static void changes(TrendLines.Line line, Axis x, Axis y, Unit unit, Canvas canvas) {
        for (int i = 1; i < line.segments().size(); i++) {
            TrendLines.Segment before = line.segments().get(i - 1);
            TrendLines.Segment after = line.segments().get(i);
            double top = Math.min(y.at(before.mean()), y.at(after.mean()));
            change(after.mean() - before.mean(), x.at(after.from() - 0.5), top + 4, unit, canvas);
        }
    }

    /// By how much it changed, where there is room to say so: beside the upper end of the step,
    /// where the line is not.
    private static void change(double by, double x, double y, Unit unit, Canvas canvas) {
        String text = (by > 0 ? "+" : "") + canvas.numbers().of(by, unit);
        TextStyle ink =
                canvas.ink()
                        .sized(11)
                        .strong()
                        .at(by > 0 ? TextStyle.Anchor.END : TextStyle.Anchor.START);
        double beside = by > 0 ? x - 5 : x + 5;
        Box box = Canvas.boxOf(text, beside, y, ink);
        if (!canvas.isFree(box)) return;
        canvas.frame(box, canvas.theme().background(), 0.8, "none");
        canvas.text(text, beside, y, ink);
    }

    private static void ends(TrendLines trend, Axis y, Area area) {
        List<String> names = new ArrayList<>();
        List<String> colours = new ArrayList<>();
        List<Double> at = new ArrayList<>();
        for (int i = 0; i < Math.min(Theme.COLOURS, trend.lines().size()); i++) {
            TrendLines.Line line = trend.lines().get(i);
            double last =
                    line.values().reversed().stream()
                            .filter(each -> !each.isNaN())
                            .findFirst()
                            .orElse(Double.NaN);
            if (Double.isNaN(last)) continue;
            names.add(line.name());
            colours.add(area.canvas().theme().series(i));
            at.add(y.at(last));
        }
        area.ends(names, colours, at);
    }
}
