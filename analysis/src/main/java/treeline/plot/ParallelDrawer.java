package treeline.plot;

import treeline.plot.draw.Axis;
import treeline.plot.draw.Box;
import treeline.plot.draw.Canvas;
import treeline.plot.draw.DistinctNames;
import treeline.plot.draw.Legend;
import treeline.plot.draw.TextMetrics;
import treeline.plot.draw.TextStyle;
import treeline.plot.draw.Theme;

import java.util.ArrayList;
import java.util.List;

/// Draws [ParallelCoordinates]: one axis per metadata key with its values as labels, one line per
/// run. One axis determines the colours.
final class ParallelDrawer {
    private static final double HIGH = 320;
    private static final double SPACE = 132;
    private static final int MAX_TEXTS = 18;
    private static final double LINE = 15;

    private ParallelDrawer() {}

    static double width(ParallelCoordinates lines) {
        return 2 * Canvas.MARGIN + lines.sides().size() * SPACE;
    }

    static double draw(ParallelCoordinates figure, Canvas canvas, double top) {
        int count = figure.sides().size();
        double space = canvas.inner() / count;
        boolean lengthy =
                figure.sides().stream()
                        .anyMatch(side -> isLong(axis(side, 1, 0).titled(side.name()), space));
        double upper = top + 24 + (lengthy ? LINE : 0);
        List<Axis> axes = new ArrayList<>();
        for (ParallelCoordinates.Side side : figure.sides())
            axes.add(axis(side, upper + HIGH, upper));
        for (int run = 0; run < figure.runs().size(); run++) run(figure, run, axes, space, canvas);
        for (int i = 0; i < count; i++)
            side(figure, i, axes.get(i), Canvas.MARGIN + i * space, space, canvas);
        return legend(figure, canvas, upper + HIGH + 12);
    }

    private static Axis axis(ParallelCoordinates.Side side, double start, double end) {
        if (side.texts().isEmpty()) return numbers(side, start, end);
        int last = Math.max(1, side.texts().size() - 1);
        int every = Math.ceilDiv(side.texts().size(), MAX_TEXTS);
        List<Axis.Mark> marks = new ArrayList<>();
        for (int i = 0; i < side.texts().size(); i += every)
            marks.add(new Axis.Mark(i, side.texts().get(i)));
        return new Axis(0, last, start, end, false, "", marks);
    }

    /// Few different whole numbers, such as ranks, are marked themselves, and apart where each is a
    /// multiple of the one before.
    private static Axis numbers(ParallelCoordinates.Side side, double start, double end) {
        List<Double> different = different(side);
        boolean few =
                different.size() > 1
                        && different.size() <= Theme.COLOURS
                        && different.stream().allMatch(each -> each == Math.rint(each));
        boolean apart =
                few && different.getFirst() > 0 && different.getLast() / different.getFirst() >= 8;
        var values = side.values().stream().mapToDouble(each -> each);
        Axis axis =
                apart
                        ? Axis.logarithmic(values, side.unit(), start, end, 6)
                        : Axis.linear(values, side.unit(), false, start, end, 6);
        if (!few) return axis;
        return axis.named("")
                .withMarks(
                        different.stream()
                                .map(each -> new Axis.Mark(each, Axis.whole(each, side.unit())))
                                .toList());
    }

    /// The name above, marks right of the line.
    private static void side(
            ParallelCoordinates figure,
            int index,
            Axis axis,
            double x,
            double space,
            Canvas canvas) {
        ParallelCoordinates.Side side = figure.sides().get(index);
        name(axis.titled(side.name()), x, axis.end() - 16, space, canvas);
        canvas.line(x, axis.end(), x, axis.start(), canvas.theme().ink(), 1.2, "");
        double above = Double.POSITIVE_INFINITY;
        TextStyle ink = canvas.ink().sized(11);
        List<String> texts =
                DistinctNames.of(
                        axis.marks().stream().map(Axis.Mark::text).toList(), space - 22, ink);
        for (int i = 0; i < texts.size(); i++) {
            Axis.Mark mark = axis.marks().get(i);
            double y = axis.at(mark.value());
            canvas.line(x, y, x + 4, y, canvas.theme().ink(), 1, "");
            if (y + 14 > above) continue;
            Box box = Canvas.boxOf(texts.get(i), x + 7, y + 4, ink);
            canvas.frame(
                    new Box(box.x() - 1, box.y(), box.width() + 2, box.height()),
                    canvas.theme().background(),
                    0.75,
                    "none");
            canvas.cut(texts.get(i), mark.text(), x + 7, y + 4, ink);
            above = y;
        }
    }

    private static boolean isLong(String name, double space) {
        return name.contains(" ") && TextMetrics.width(name, 12, true) > space - 10;
    }

    /// In two lines where one is too short.
    private static void name(String name, double x, double y, double space, Canvas canvas) {
        TextStyle ink = canvas.ink().strong();
        double room = space - 10;
        if (!isLong(name, space)) {
            canvas.text(name, x, y, room, ink);
            return;
        }
        int blank = name.lastIndexOf(' ');
        while (TextMetrics.width(name.substring(0, blank), 12, true) > room
                && name.lastIndexOf(' ', blank - 1) > 0) blank = name.lastIndexOf(' ', blank - 1);
        canvas.text(name.substring(0, blank), x, y - LINE, room, ink);
        canvas.text(name.substring(blank + 1), x, y, room, ink);
    }

    private static void run(
            ParallelCoordinates figure, int run, List<Axis> axes, double space, Canvas canvas) {
        double[] xs = new double[axes.size()];
        double[] ys = new double[axes.size()];
        for (int i = 0; i < axes.size(); i++) {
            double value = figure.sides().get(i).values().get(run);
            xs[i] = Canvas.MARGIN + i * space;
            ys[i] = Double.isNaN(value) ? Double.NaN : axes.get(i).at(value);
        }
        double opacity = Math.clamp(12.0 / figure.runs().size(), 0.15, 0.8);
        canvas.path(xs, ys, colour(figure, run, canvas), 1.4, "", opacity);
    }

    /// Few different values have colours of their own, many a shade.
    private static String colour(ParallelCoordinates figure, int run, Canvas canvas) {
        ParallelCoordinates.Side by = figure.sides().get(figure.colouredBy());
        double value = by.values().get(run);
        if (Double.isNaN(value)) return canvas.theme().muted();
        List<Double> different = different(by);
        if (different.size() <= Theme.COLOURS)
            return canvas.theme().series(different.indexOf(value));
        double least = different.getFirst();
        double share = (value - least) / (different.getLast() - least);
        return canvas.theme().shades().at(0.2 + 0.8 * share);
    }

    private static List<Double> different(ParallelCoordinates.Side side) {
        return side.values().stream().filter(v -> !v.isNaN()).distinct().sorted().toList();
    }

    private static double legend(ParallelCoordinates figure, Canvas canvas, double top) {
        ParallelCoordinates.Side by = figure.sides().get(figure.colouredBy());
        List<Double> different = different(by);
        if (different.size() > Theme.COLOURS) {
            canvas.text(
                    "colour: %s, darkest for the largest values".formatted(by.name()),
                    Canvas.MARGIN,
                    top + 14,
                    canvas.inner(),
                    canvas.muted());
            return top + 18;
        }
        List<Legend.Entry> entries = new ArrayList<>();
        for (int i = 0; i < different.size(); i++)
            entries.add(
                    new Legend.Entry(
                            "%s = %s".formatted(by.name(), text(by, different.get(i))),
                            canvas.theme().series(i)));
        return Legend.draw(entries, canvas, top + 8);
    }

    private static String text(ParallelCoordinates.Side side, double value) {
        return side.texts().isEmpty()
                ? Axis.whole(value, side.unit())
                : side.texts().get((int) value);
    }
}
