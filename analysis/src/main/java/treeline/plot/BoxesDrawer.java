package treeline.plot;

import treeline.plot.draw.Area;
import treeline.plot.draw.Axis;
import treeline.plot.draw.Box;
import treeline.plot.draw.Canvas;
import treeline.plot.draw.Density;
import treeline.plot.draw.RowNames;
import treeline.plot.draw.TextMetrics;
import treeline.plot.draw.TextStyle;

import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;

/// Draws [Boxes]: one in a row, so that names of any length stand beside them.
final class BoxesDrawer {
    private static final double ROW = 30;
    private static final double BOX = 16;

    /// What spreads over less than this part of the axis cannot be seen.
    private static final double NARROW = 0.02;

    private BoxesDrawer() {}

    static double draw(Boxes boxes, Canvas canvas, double top) {
        double left = names(boxes, canvas).right();
        var box = new Box(left, top, canvas.width() - Canvas.MARGIN - 12 - left, 1);
        if (boxes.groups() || !isNarrow(boxes, axis(boxes, box)))
            return rows(boxes, canvas, top, 12);
        double medians = medians(boxes, canvas, top);
        double bottom = rows(boxes.aroundMedians(), canvas, top + 16, medians);
        canvas.text(
                "each row by its own median: beside their sizes the values differ too little to be"
                        + " seen",
                left,
                bottom + 12,
                canvas.width() - left,
                canvas.muted().sized(11));
        return bottom + 16;
    }

    private static RowNames names(Boxes boxes, Canvas canvas) {
        return RowNames.of(
                boxes.spreads().stream().map(Boxes.Spread::name).toList(), canvas.width());
    }

    private static double rowHeight(Boxes boxes) {
        return boxes.violins() ? ROW * 1.4 : ROW;
    }

    private static boolean isNarrow(Boxes boxes, Axis x) {
        double widest = 0;
        for (Boxes.Spread spread : boxes.spreads()) {
            if (spread.values().isEmpty()) continue;
            if (!(spread.median() > 0)) return false;
            double least = spread.values().getFirst();
            double most = spread.values().getLast();
            if (!(most > least)) continue;
            widest = Math.max(widest, x.at(most) - x.at(least));
        }
        return widest > 0 && widest < NARROW * Math.abs(x.end() - x.start());
    }

    /// The medians at the right end of rows; returns how much room they take.
    private static double medians(Boxes boxes, Canvas canvas, double top) {
        double widest = TextMetrics.width("median", 12, false);
        double right = canvas.width() - Canvas.MARGIN;
        canvas.text("median", right, top + 8, canvas.muted().at(TextStyle.Anchor.END));
        for (int i = 0; i < boxes.spreads().size(); i++) {
            Boxes.Spread spread = boxes.spreads().get(i);
            if (spread.values().isEmpty()) continue;
            String text = canvas.numbers().of(spread.median(), boxes.unit());
            widest = Math.max(widest, TextMetrics.width(text, 12, false));
            double middle = top + 16 + (i + 0.5) * rowHeight(boxes);
            canvas.text(text, right, middle + 4, canvas.muted().at(TextStyle.Anchor.END));
        }
        return widest + 20;
    }

    /// @param free how much room to leave at the right
    private static double rows(Boxes boxes, Canvas canvas, double top, double free) {
        RowNames names = names(boxes, canvas);
        double row = rowHeight(boxes);
        double left = names.right();
        var box =
                new Box(
                        left,
                        top,
                        canvas.width() - Canvas.MARGIN - free - left,
                        boxes.spreads().size() * row);
        Axis x = axis(boxes, box);
        var area = new Area(canvas, box);
        double bottom = area.below(x, boxes.axis(), true);
        for (int i = 0; i < boxes.spreads().size(); i++) {
            double middle = top + (i + 0.5) * row;
            names.draw(i, middle, canvas);
            spread(boxes, i, x, middle, row, canvas);
        }
        return bottom;
    }

    /// Logarithmic where nodes differ by decades.
    private static Axis axis(Boxes boxes, Box box) {
        var range =
                boxes.spreads().stream().flatMapToDouble(BoxesDrawer::values).summaryStatistics();
        DoubleStream values = boxes.spreads().stream().flatMapToDouble(BoxesDrawer::values);
        int marks = Area.marksAcross(box.width());
        return range.getCount() > 0 && Axis.spansDecades(range.getMin(), range.getMax())
                ? Axis.logarithmic(values, boxes.unit(), box.x(), box.right(), marks)
                : Axis.linear(values, boxes.unit(), false, box.x(), box.right(), marks);
    }

    private static DoubleStream values(Boxes.Spread spread) {
        return spread.values().stream().mapToDouble(each -> each);
    }

    private static void spread(
            Boxes boxes, int index, Axis x, double middle, double row, Canvas canvas) {
        Boxes.Spread spread = boxes.spreads().get(index);
        String colour = canvas.theme().series(0);
        if (spread.values().isEmpty()) {
            canvas.text("no values", x.start() + 6, middle + 4, canvas.muted());
            return;
        }
        if (boxes.violins()) violin(spread, x, middle, row, colour, canvas);
        double high = boxes.violins() ? BOX / 2.4 : BOX;
        double low = x.at(spread.lowerWhisker());
        double up = x.at(spread.upperWhisker());
        String ink = canvas.theme().ink();
        if (!boxes.violins())
            for (double end : new double[] {low, up})
                canvas.line(end, middle - high / 3, end, middle + high / 3, ink, 1, "");
        double q1 = x.at(spread.q1());
        double wide = Math.max(1, x.at(spread.q3()) - q1);
        canvas.line(Math.min(low, q1), middle, q1, middle, ink, 1, "");
        canvas.line(q1 + wide, middle, Math.max(up, q1 + wide), middle, ink, 1, "");
        canvas.frame(
                new Box(q1, middle - high / 2, wide, high),
                boxes.violins() ? canvas.theme().background() : colour,
                boxes.violins() ? 0.9 : 0.55,
                ink);
        double median = x.at(spread.median());
        canvas.line(median, middle - high / 2, median, middle + high / 2, ink, 2.4, "");
        for (double outlier : spread.outliers())
            canvas.dot(
                    x.at(outlier),
                    middle,
                    3.2,
                    canvas.theme().series(1),
                    1,
                    "%s: %s".formatted(spread.name(), canvas.numbers().of(outlier, boxes.unit())));
    }

    /// The outline ends at the least and the largest value: nothing was measured beyond.
    private static void violin(
            Boxes.Spread spread, Axis x, double middle, double row, String colour, Canvas canvas) {
        DoubleUnaryOperator scale = x.logarithmic() ? Math::log : DoubleUnaryOperator.identity();
        Density density = Density.of(spread.values().stream().map(scale::applyAsDouble).toList());
        if (!density.isDrawable()) return;
        double least = spread.values().getFirst();
        double most = spread.values().getLast();
        double[] sizes = new double[Density.STEPS + 1];
        double largest = 0;
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = density.at(scale.applyAsDouble(place(x, least, most, i)));
            largest = Math.max(largest, sizes[i]);
        }
        double[] xs = new double[2 * sizes.length];
        double[] ys = new double[2 * sizes.length];
        for (int i = 0; i < sizes.length; i++) {
            double half = sizes[i] / largest * row * 0.44;
            int back = xs.length - 1 - i;
            xs[i] = xs[back] = x.at(place(x, least, most, i));
            ys[i] = middle - half;
            ys[back] = middle + half;
        }
        canvas.area(xs, ys, colour, 0.55);
    }

    /// Steps of equal width in the picture.
    private static double place(Axis x, double least, double most, int step) {
        double share = (double) step / Density.STEPS;
        return x.logarithmic()
                ? least * Math.pow(most / least, share)
                : least + (most - least) * share;
    }
}
