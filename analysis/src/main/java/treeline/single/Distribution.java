package treeline.single;

import treeline.array.Percentiles;
import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/// Distribution of a node's values over locations; NaN is excluded.
///
/// @param slowest indexes of the largest values, largest first
/// @param percentiles at the shares of [#PERCENTILES]
/// @param histogram counts in bins of equal width from the minimum to the maximum; a value on an
///   edge belongs to the lower bin; if all values are equal, they are in the first bin
public record Distribution(
        ImmutableInts slowest, ImmutableDoubles percentiles, ImmutableInts histogram) {
    public static final List<Double> PERCENTILES = List.of(0.0, 0.25, 0.5, 0.75, 1.0);

    /// How many bins a histogram has.
    public static final int BINS = 10;

    private static final int SLOWEST = 5;

    public static Distribution of(double[] values) {
        double[] sorted = Arrays.stream(values).filter(each -> !Double.isNaN(each)).toArray();
        Arrays.sort(sorted);
        var slowest = new Largest(SLOWEST);
        for (int i = 0; i < values.length; i++)
            if (!Double.isNaN(values[i])) slowest.add(i, values[i]);
        return of(
                share -> Percentiles.ofSorted(sorted, 0, sorted.length, share),
                histogram(sorted),
                slowest.places());
    }

    /// The distribution of values that were counted rather than kept.
    ///
    /// @param quantile gives the value at a share from 0 to 1
    public static Distribution of(DoubleUnaryOperator quantile, int[] histogram, int[] slowest) {
        double[] percentiles = PERCENTILES.stream().mapToDouble(quantile::applyAsDouble).toArray();
        return new Distribution(
                        ImmutableInts.owning(),
                        ImmutableDoubles.owning(percentiles),
                        ImmutableInts.owning(histogram))
                .withSlowest(slowest);
    }

    /// The same with the slowest under other numbers.
    public Distribution withSlowest(int[] places) {
        return new Distribution(
                ImmutableInts.owning(Arrays.copyOf(places, Math.min(SLOWEST, places.length))),
                percentiles,
                histogram);
    }

    private static int[] histogram(double[] sorted) {
        int[] counts = new int[BINS];
        if (sorted.length == 0) return counts;
        double least = sorted[0];
        double width = (sorted[sorted.length - 1] - least) / BINS;
        for (double value : sorted) counts[bin(value, least, width, BINS)]++;
        return counts;
    }

    /// The bin of a value on an axis of bins of equal width. A value on an edge belongs to the
    /// lower bin; without width, all values are in the first.
    ///
    /// @param least where the first bin starts
    public static int bin(double value, double least, double width, int bins) {
        if (!(width > 0)) return 0;
        return Math.clamp((int) Math.ceil((value - least) / width) - 1, 0, bins - 1);
    }
}
