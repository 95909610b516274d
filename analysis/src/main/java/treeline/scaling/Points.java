package treeline.scaling;

import treeline.model.Doubles;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// What a model is made from: a value at each combination of parameters that was measured.
final class Points {
    private final double[][] at;
    private final double[] values;
    private final double noise;

    /// Values and where they were measured.
    ///
    /// @param at by point, then by parameter
    /// @param noise how far values are from those of endless repetitions, as a variance; 0 where
    ///   nothing was repeated
    Points(double[][] at, double[] values, double noise) {
        this.at = at;
        this.values = values;
        this.noise = noise;
    }

    static Points of(List<MeasuredPoint> measured) {
        double[][] at = new double[measured.size()][];
        double[] values = new double[at.length];
        double noise = 0;
        for (int point = 0; point < at.length; point++) {
            at[point] = measured.get(point).at().toArray();
            values[point] = measured.get(point).value();
            noise += measured.get(point).varianceOfMean() / at.length;
        }
        return new Points(at, values, noise);
    }

    int size() {
        return values.length;
    }

    int parameters() {
        return at[0].length;
    }

    double[] at(int point) {
        return at[point];
    }

    double value(int point) {
        return values[point];
    }

    double[] values() {
        return values;
    }

    double noise() {
        return noise;
    }

    double[] of(int parameter) {
        return Arrays.stream(at).mapToDouble(each -> each[parameter]).toArray();
    }

    double[] distinct(int parameter) {
        return Arrays.stream(of(parameter)).sorted().distinct().toArray();
    }

    double mean() {
        double sum = 0;
        for (double value : values) sum += value;
        return sum / values.length;
    }

    Points where(IntPredicate kept) {
        int[] chosen = IntStream.range(0, size()).filter(kept).toArray();
        return new Points(
                Arrays.stream(chosen).mapToObj(point -> at[point]).toArray(double[][]::new),
                Arrays.stream(chosen).mapToDouble(point -> values[point]).toArray(),
                noise);
    }

    /// The values of all processes together, where each has one.
    Points times(int parameter) {
        double[] products = new double[size()];
        Arrays.setAll(products, point -> values[point] * at[point][parameter]);
        double scale = Arrays.stream(of(parameter)).map(each -> each * each).average().orElse(1);
        return new Points(at, products, noise * scale);
    }

    Doubles coordinates(int point) {
        return Doubles.owning(at[point].clone());
    }
}
