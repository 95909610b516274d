package treeline.scaling.search;

import treeline.model.ImmutableDoubles;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// The input of a model fit: one value per measured combination of parameters.
public final class Points {
    private final double[][] at;
    private final double[] values;
    private final double[] variances;
    private final int[] repeated;

    /// Values and where they were measured.
    ///
    /// @param at by point, then by parameter
    /// @param variances how far each value may be from that of endless repetitions
    /// @param repeated how often more than once each was measured: what that is known from
    Points(double[][] at, double[] values, double[] variances, int[] repeated) {
        this.at = at;
        this.values = values;
        this.variances = variances;
        this.repeated = repeated;
    }

    public static Points of(List<MeasuredPoint> measured) {
        double[][] at = new double[measured.size()][];
        double[] values = new double[at.length];
        double[] variances = new double[at.length];
        int[] repeated = new int[at.length];
        for (int point = 0; point < at.length; point++) {
            at[point] = measured.get(point).at().toArray();
            values[point] = measured.get(point).value();
            variances[point] = measured.get(point).varianceOfMean();
            repeated[point] = measured.get(point).samples().size() - 1;
        }
        return new Points(at, values, variances, repeated);
    }

    int size() {
        return values.length;
    }

    public int parameters() {
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

    double variance(int point) {
        return variances[point];
    }

    int repeated(int point) {
        return repeated[point];
    }

    double[] of(int parameter) {
        return Arrays.stream(at).mapToDouble(each -> each[parameter]).toArray();
    }

    public double[] distinct(int parameter) {
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
                Arrays.stream(chosen).mapToDouble(point -> variances[point]).toArray(),
                Arrays.stream(chosen).map(point -> repeated[point]).toArray());
    }

    /// The values of all processes together, where each has one.
    Points times(int parameter) {
        double[] products = new double[size()];
        double[] scaled = new double[size()];
        for (int point = 0; point < size(); point++) {
            double times = at[point][parameter];
            products[point] = values[point] * times;
            scaled[point] = variances[point] * times * times;
        }
        return new Points(at, products, scaled, repeated);
    }

    ImmutableDoubles coordinates(int point) {
        return ImmutableDoubles.owning(at[point].clone());
    }
}
