package treeline.view;

import treeline.model.Context;
import treeline.model.Metric.Scope;
import treeline.single.OutlierContexts;
import treeline.transform.Percentiles;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// What each context measured at some nodes together, and what stands out in it. A context that did
/// not run them has no value and counts as 0 in all numbers below, because idling is imbalance too.
///
/// @param value one a context, NaN where nothing was measured
/// @param deviation the standard deviation over the contexts
/// @param imbalance slowest over mean, NaN where nothing positive was measured
/// @param present how many contexts have a value
/// @param outliers contexts that stand out, see [OutlierContexts], slowest first
public record RankValues(
        double[] value,
        double min,
        double max,
        double mean,
        double median,
        double p1,
        double p99,
        double deviation,
        double imbalance,
        int present,
        int[] outliers,
        Optional<RankPeriod> period) {
    private static final int MOST_OUTLIERS = 1_000;

    /// The values of some nodes.
    ///
    /// @param nodes each once; their values are added up
    public static RankValues of(MetricValues values, Scope scope, int[] nodes) {
        return of(values.profile().contexts(), new ChosenNodes(values, scope, nodes).sums());
    }

    /// What stands out in values that are known.
    ///
    /// @param value one a context, NaN where nothing was measured
    public static RankValues of(List<Context> contexts, double[] value) {
        double[] sorted = Arrays.stream(value).filter(each -> !Double.isNaN(each)).toArray();
        Arrays.sort(sorted);
        int all = value.length;
        int zeros = all - sorted.length;
        double mean = Arrays.stream(sorted).sum() / all;
        double max = percentile(sorted, zeros, 1);
        return new RankValues(
                value,
                percentile(sorted, zeros, 0),
                max,
                mean,
                percentile(sorted, zeros, 0.5),
                percentile(sorted, zeros, 0.01),
                percentile(sorted, zeros, 0.99),
                deviation(value, mean),
                mean > 0 && max > 0 ? max / mean : Double.NaN,
                sorted.length,
                outliers(value, OutlierContexts.fence(sorted, sorted.length, zeros)),
                RankPeriod.of(contexts, value));
    }

    private static double percentile(double[] sorted, int zeros, double share) {
        return Percentiles.ofSortedAndZeros(sorted, sorted.length, zeros, share);
    }

    private static double deviation(double[] value, double mean) {
        double squares = 0;
        for (double each : value) {
            double distance = (Double.isNaN(each) ? 0 : each) - mean;
            squares += distance * distance;
        }
        return Math.sqrt(squares / value.length);
    }

    private static int[] outliers(double[] value, double fence) {
        return IntStream.range(0, value.length)
                .filter(context -> value[context] > fence)
                .boxed()
                .sorted((a, b) -> Double.compare(value[b], value[a]))
                .limit(MOST_OUTLIERS)
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
