package treeline.figure;

import treeline.array.Percentiles;
import treeline.plot.Histogram;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/// Bins of a histogram, of equal width or, on a logarithmic scale, of equal ratio. A value on an
/// edge belongs to the lower bin; if all values are equal, they are in the first bin.
///
/// @param logarithmic values of 0 and below are omitted
public record Bins(int count, boolean logarithmic) {
    public static final int DEFAULT_COUNT = 10;
    public static final int MAX_COUNT = 1000;

    public Bins {
        if (count < 1 || count > MAX_COUNT)
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "a histogram has 1 to %,d bins, not %,d",
                            MAX_COUNT,
                            count));
    }

    public static Bins withDefaults() {
        return new Bins(DEFAULT_COUNT, false);
    }

    Bins logarithmically() {
        return new Bins(count, true);
    }

    Histogram.Panel panel(String name, double[] values) {
        double[] sorted = Arrays.stream(values).filter(this::counts).sorted().toArray();
        int[] bins = new int[count];
        for (double value : sorted) bins[bin(value, sorted[0], sorted[sorted.length - 1])]++;
        return new Histogram.Panel(
                name,
                sorted.length == 0 ? Double.NaN : sorted[0],
                sorted.length == 0 ? Double.NaN : sorted[sorted.length - 1],
                Percentiles.ofSorted(sorted, 0, sorted.length, 0.5),
                IntStream.of(bins).boxed().toList());
    }

    boolean counts(double value) {
        return logarithmic ? value > 0 : !Double.isNaN(value);
    }

    private int bin(double value, double least, double most) {
        if (!(most > least)) return 0;
        double share =
                logarithmic
                        ? Math.log(value / least) / Math.log(most / least)
                        : (value - least) / (most - least);
        return Math.clamp((int) Math.ceil(share * count) - 1, 0, count - 1);
    }
}
