package treeline.plot;

import treeline.plot.draw.Axis;
import treeline.plot.draw.Box;
import treeline.plot.draw.Canvas;
import treeline.plot.draw.Density;

import java.util.function.DoubleUnaryOperator;

/// Draws one box with whiskers and outliers, or one violin with a thin box inside.
///
/// @param row the height of a row
record BoxDrawer(Boxes boxes, Axis x, Canvas canvas, double row) {
    private static final double BOX = 16;

    void draw(Boxes.Spread spread, double middle, String colour) {
        if (spread.values().isEmpty()) {
            canvas.text("no values", x.start() + 6, middle + 4, canvas.muted());
            return;
        }
        if (boxes.violins()) violin(spread, middle, colour);
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
        for (double outlier : spread.outliers()) outlier(spread, outlier, middle);
    }

    private void outlier(Boxes.Spread spread, double value, double middle) {
        String name = spread.name() + (spread.group().isEmpty() ? "" : ", " + spread.group());
        canvas.dot(
                x.at(value),
                middle,
                3.2,
                canvas.theme().ink(),
                1,
                "%s: %s".formatted(name, canvas.numbers().of(value, boxes.unit())));
    }

    /// The outline ends at the minimum and the maximum of the values.
    private void violin(Boxes.Spread spread, double middle, String colour) {
        DoubleUnaryOperator scale = x.logarithmic() ? Math::log : DoubleUnaryOperator.identity();
        Density density = Density.of(spread.values().stream().map(scale::applyAsDouble).toList());
        if (!density.isDrawable()) return;
        double least = spread.values().getFirst();
        double most = spread.values().getLast();
        double[] sizes = new double[Density.STEPS + 1];
        double largest = 0;
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = density.at(scale.applyAsDouble(step(least, most, i)));
            largest = Math.max(largest, sizes[i]);
        }
        double[] xs = new double[2 * sizes.length];
        double[] ys = new double[2 * sizes.length];
        for (int i = 0; i < sizes.length; i++) {
            double half = sizes[i] / largest * row * 0.44;
            int back = xs.length - 1 - i;
            xs[i] = xs[back] = x.at(step(least, most, i));
            ys[i] = middle - half;
            ys[back] = middle + half;
        }
        canvas.area(xs, ys, colour, 0.55);
    }

    /// Steps of equal width in the figure.
    private double step(double least, double most, int step) {
        double share = (double) step / Density.STEPS;
        return x.logarithmic()
                ? least * Math.pow(most / least, share)
                : least + (most - least) * share;
    }
}
