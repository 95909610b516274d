package treeline.ensemble;

import treeline.transform.Percentiles;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// A number about the values that runs have at a node. Values are sorted first, so that the order
/// of runs cannot change a result, not even by rounding. Runs without a value do not count; no
/// values at all have no statistic.
///
/// @param name the end of its column's name, as users of Thicket know it: `mean`, `std`,
///   `percentiles_25`
/// @param ofSorted from the values in ascending order, of which there is at least one
public record Statistic(String name, ToDoubleFunction<double[]> ofSorted) {
    public static final Statistic COUNT = new Statistic("count", values -> values.length);
    public static final Statistic SUM = new Statistic("sum", Statistic::sum);
    public static final Statistic MEAN = new Statistic("mean", Statistic::mean);
    public static final Statistic MEDIAN =
            new Statistic("median", values -> percentile(values, 0.5));
    public static final Statistic MIN = new Statistic("min", values -> values[0]);
    public static final Statistic MAX = new Statistic("max", values -> values[values.length - 1]);

    /// Of a sample: divided by n - 1; one value alone has none.
    public static final Statistic VARIANCE = new Statistic("var", Statistic::variance);

    /// The root of [#VARIANCE].
    public static final Statistic STD = new Statistic("std", values -> Math.sqrt(variance(values)));

    /// What is asked for when nobody says what.
    public static final List<Statistic> USUAL = List.of(MEAN, MEDIAN, STD, MIN, MAX);

    private static final List<Statistic> NAMED =
            List.of(COUNT, SUM, MEAN, MEDIAN, MIN, MAX, VARIANCE, STD);

    /// Interpolated linearly between neighbours.
    ///
    /// @param share from 0 to 1
    public static Statistic percentile(double share) {
        if (!(share >= 0 && share <= 1))
            throw new IllegalArgumentException("a percentile is from 0 to 1, not " + share);
        return new Statistic(
                "percentiles_" + shortest(100 * share), values -> percentile(values, share));
    }

    /// The lower end of the interval that holds the mean with so much confidence, if values are
    /// normally distributed: mean - z std / sqrt(n).
    public static Statistic confidenceLower(double level) {
        double z = Normal.quantile(checkedLevel(level));
        return new Statistic(
                "confidence_%s_lower".formatted(shortest(100 * level)),
                values -> mean(values) - z * error(values));
    }

    /// The upper end, see [#confidenceLower].
    public static Statistic confidenceUpper(double level) {
        double z = Normal.quantile(checkedLevel(level));
        return new Statistic(
                "confidence_%s_upper".formatted(shortest(100 * level)),
                values -> mean(values) + z * error(values));
    }

    /// The statistic of a name: `mean`, `std`, or `p90` for a percentile.
    public static Statistic named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (Statistic each : NAMED) if (each.name.equals(lower)) return each;
        if (lower.matches("p\\d{1,2}(\\.\\d+)?|p100"))
            return percentile(Double.parseDouble(lower.substring(1)) / 100);
        throw new IllegalArgumentException(
                "no statistic '%s'; there are %s and p0 to p100 for percentiles"
                        .formatted(
                                name,
                                String.join(", ", NAMED.stream().map(Statistic::name).toList())));
    }

    private static double checkedLevel(double level) {
        if (!(level > 0 && level < 1))
            throw new IllegalArgumentException("a confidence is between 0 and 1, not " + level);
        return (1 + level) / 2;
    }

    private static String shortest(double percent) {
        double rounded = Math.rint(percent * 1e6) / 1e6;
        return rounded == Math.rint(rounded)
                ? Long.toString((long) rounded)
                : Double.toString(rounded);
    }

    /// The statistic of values in any order, which are sorted in place; NaN for none.
    public double of(double[] values) {
        if (values.length == 0) return Double.NaN;
        Arrays.sort(values);
        return ofSorted.applyAsDouble(values);
    }

    static double sum(double[] values) {
        return treeline.model.SparseRows.sumOf(values, 0, values.length);
    }

    static double mean(double[] values) {
        return sum(values) / values.length;
    }

    static double variance(double[] values) {
        if (values.length < 2) return Double.NaN;
        double mean = mean(values);
        double squares = 0;
        for (double value : values) squares += (value - mean) * (value - mean);
        return squares / (values.length - 1);
    }

    static double percentile(double[] sorted, double share) {
        return Percentiles.ofSorted(sorted, 0, sorted.length, share);
    }

    private static double error(double[] values) {
        return Math.sqrt(variance(values) / values.length);
    }
}
