package treeline.ensemble;

import treeline.numbers.Sample;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// A statistic of the values of a node over runs; each run contributes one value to a [Sample].
/// Runs without a value are excluded; a node without any values has no statistic.
///
/// @param name the suffix of its column name, as in Thicket: `mean`, `std`, `percentiles_25`
/// @param ofSome computes the statistic from at least one value
public record Statistic(String name, ToDoubleFunction<Sample> ofSome) {
    public static final Statistic COUNT = new Statistic("count", Sample::size);
    public static final Statistic SUM = new Statistic("sum", values -> values.moments().sum());
    public static final Statistic MEAN = new Statistic("mean", Sample::mean);
    public static final Statistic MEDIAN =
            new Statistic("median", values -> values.percentile(0.5));
    public static final Statistic MIN = new Statistic("min", values -> values.moments().min());
    public static final Statistic MAX = new Statistic("max", values -> values.moments().max());

    /// Of a sample: divided by n - 1; one value alone has none.
    public static final Statistic VARIANCE = new Statistic("var", Sample::variance);

    /// The root of [#VARIANCE].
    public static final Statistic STD = new Statistic("std", Sample::deviation);

    /// What is asked for when nobody says what.
    public static final List<Statistic> DEFAULT = List.of(MEAN, MEDIAN, STD, MIN, MAX);

    private static final List<Statistic> NAMED =
            List.of(COUNT, SUM, MEAN, MEDIAN, MIN, MAX, VARIANCE, STD);

    /// Interpolated linearly between neighbours.
    ///
    /// @param share from 0 to 1
    public static Statistic percentile(double share) {
        if (!(share >= 0 && share <= 1))
            throw new IllegalArgumentException("a percentile must be from 0 to 1, found " + share);
        return new Statistic(
                "percentiles_" + shortest(100 * share), values -> values.percentile(share));
    }

    /// The lower end of the interval that holds the mean with so much confidence, if values are
    /// normally distributed: mean - z std / sqrt(n).
    public static Statistic confidenceLower(double level) {
        double z = Normal.quantile(checkedLevel(level));
        return new Statistic(
                "confidence_%s_lower".formatted(shortest(100 * level)),
                values -> values.mean() - z * error(values));
    }

    /// The upper end, see [#confidenceLower].
    public static Statistic confidenceUpper(double level) {
        double z = Normal.quantile(checkedLevel(level));
        return new Statistic(
                "confidence_%s_upper".formatted(shortest(100 * level)),
                values -> values.mean() + z * error(values));
    }

    /// The statistic of a name: `mean`, `std`, or `p90` for a percentile.
    public static Statistic named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (Statistic each : NAMED) if (each.name.equals(lower)) return each;
        if (lower.matches("p\\d{1,2}(\\.\\d+)?|p100"))
            return percentile(Double.parseDouble(lower.substring(1)) / 100);
        throw new IllegalArgumentException(
                "unknown statistic '%s'; available: %s, and p0 to p100 for percentiles"
                        .formatted(
                                name,
                                String.join(", ", NAMED.stream().map(Statistic::name).toList())));
    }

    private static double checkedLevel(double level) {
        if (!(level > 0 && level < 1))
            throw new IllegalArgumentException(
                    "a confidence level must be between 0 and 1, found " + level);
        return (1 + level) / 2;
    }

    private static String shortest(double percent) {
        double rounded = Math.rint(percent * 1e6) / 1e6;
        return rounded == Math.rint(rounded)
                ? Long.toString((long) rounded)
                : Double.toString(rounded);
    }

    /// The statistic of values in any order; NaN for none.
    public double of(double... values) {
        return of(Sample.of(values));
    }

    double of(Sample values) {
        return values.size() == 0 ? Double.NaN : ofSome.applyAsDouble(values);
    }

    private static double error(Sample values) {
        return Math.sqrt(values.variance() / values.size());
    }
}
