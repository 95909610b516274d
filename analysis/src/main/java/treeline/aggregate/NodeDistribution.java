package treeline.aggregate;

import treeline.single.Distribution;
import treeline.single.Largest;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;

/// A mergeable distribution of the values of one node over locations: exact up to [#EXACT] values,
/// a [QuantileSketch] beyond that. The largest values and their locations are always exact.
public final class NodeDistribution implements Serializable {
    private static final long serialVersionUID = 1;

    /// Maximum number of values to store exactly: half a megabyte.
    public static final int EXACT = 1 << 16;

    /// The relative error of percentiles beyond [#EXACT] values.
    public static final double ERROR = QuantileSketch.ERROR;

    private static final int LARGEST = 16;
    private static final int SAMPLE = 1 << 12;

    private double[] exact = new double[16];
    private int kept;
    private QuantileSketch sketch = new QuantileSketch();
    private boolean isExact = true;
    private final Largest largest = new Largest(LARGEST);

    /// Adds the value of a place; NaN is left out.
    public void add(int place, double value) {
        if (Double.isNaN(value)) return;
        largest.add(place, value);
        if (isExact && kept == EXACT) sketchAll();
        if (!isExact) {
            sketch.add(value);
            return;
        }
        if (kept == exact.length) exact = Arrays.copyOf(exact, 2 * kept);
        exact[kept++] = value;
    }

    private void sketchAll() {
        for (int i = 0; i < kept; i++) sketch.add(exact[i]);
        exact = new double[0];
        kept = 0;
        isExact = false;
    }

    /// Adds what was added elsewhere, of places behind these.
    void merge(NodeDistribution other) {
        largest.addAll(other.largest);
        if (isExact && other.isExact && kept + other.kept <= EXACT) {
            exact = Arrays.copyOf(exact, Math.max(16, kept + other.kept));
            System.arraycopy(other.exact, 0, exact, kept, other.kept);
            kept += other.kept;
            return;
        }
        if (isExact) sketchAll();
        for (int i = 0; i < other.kept; i++) sketch.add(other.exact[i]);
        sketch.merge(other.sketch);
    }

    /// Whether percentiles are exact, and not to [QuantileSketch#ERROR] of themselves.
    public boolean isExact() {
        return isExact;
    }

    public long count() {
        return isExact ? kept : sketch.count();
    }

    /// The values in ascending order, where they are all kept.
    ///
    /// @throws IllegalStateException where they are not
    double[] sorted() {
        if (!isExact) throw new IllegalStateException("more than " + EXACT + " values");
        double[] sorted = Arrays.copyOf(exact, kept);
        Arrays.sort(sorted);
        return sorted;
    }

    /// The values in any order or, where they are not all kept, some that are distributed as they
    /// are.
    ///
    /// @param zeros how many places without a value count as 0
    public double[] sample(int zeros) {
        if (isExact) return Arrays.copyOf(exact, kept + zeros);
        QuantileSketch all = withZeros(zeros);
        return IntStream.range(0, SAMPLE)
                .mapToDouble(i -> all.quantile(i / (SAMPLE - 1.0)))
                .toArray();
    }

    private QuantileSketch withZeros(int zeros) {
        var all = new QuantileSketch();
        all.merge(sketch);
        all.add(0, zeros);
        return all;
    }

    /// The places with the largest values, largest first; at most sixteen.
    public int[] largest() {
        return largest.places();
    }

    /// The distribution over all places.
    ///
    /// @param zeros how many places without a value count as 0
    public Distribution finish(int zeros) {
        if (isExact) {
            double[] values = Arrays.copyOf(exact, kept + zeros);
            return Distribution.of(values).withSlowest(largest());
        }
        QuantileSketch all = withZeros(zeros);
        return Distribution.of(all::quantile, all.histogram(Distribution.BINS), largest());
    }

    /// One per node.
    static NodeDistribution[] of(int nodes) {
        return IntStream.range(0, nodes)
                .mapToObj(_ -> new NodeDistribution())
                .toArray(NodeDistribution[]::new);
    }
}
