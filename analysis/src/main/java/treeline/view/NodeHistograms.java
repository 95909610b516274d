package treeline.view;

import treeline.model.ImmutableDoubles;
import treeline.model.Metric.Scope;
import treeline.numbers.Locations;
import treeline.numbers.Moments;
import treeline.numbers.Numbers;
import treeline.single.Distribution;

import java.nio.ByteBuffer;

/// Small histograms of selected nodes over ranks (or threads, if there is one rank) for table rows:
/// [#BINS] bins from the minimum to the maximum, scaled so that the fullest bin has [#FULL]. A rank
/// that did not run a node counts as 0. If all values are equal, they are in the first bin.
///
/// @param bins read only, one byte per bin, node by node
public record NodeHistograms(
        ByteBuffer bins, ImmutableDoubles min, ImmutableDoubles mean, ImmutableDoubles max) {
    public static final int BINS = 16;
    public static final int FULL = 255;

    /// The histograms of some nodes.
    ///
    /// @param nodes each once
    public static NodeHistograms of(Numbers numbers, Scope scope, int[] nodes) {
        Locations places = numbers.places();
        double[] min = new double[nodes.length];
        double[] max = new double[nodes.length];
        double[] mean = new double[nodes.length];
        int[] counts = new int[nodes.length * BINS];
        numbers.forEachNode(
                places,
                scope,
                nodes,
                (row, values) -> {
                    Moments spread = Moments.of(values, numbers.absentCounts(places));
                    min[row] = spread.min();
                    max[row] = spread.max();
                    mean[row] = spread.mean();
                    double width = (max[row] - min[row]) / BINS;
                    for (double value : values) {
                        if (!numbers.absentCounts(places) && Double.isNaN(value)) continue;
                        int bin = Distribution.bin(orZero(value), min[row], width, BINS);
                        counts[row * BINS + bin]++;
                    }
                });
        return new NodeHistograms(
                scaled(counts),
                ImmutableDoubles.owning(min),
                ImmutableDoubles.owning(mean),
                ImmutableDoubles.owning(max));
    }

    /// A bin that is not empty stays visible.
    private static ByteBuffer scaled(int[] counts) {
        byte[] bins = new byte[counts.length];
        for (int start = 0; start < counts.length; start += BINS) {
            int fullest = 1;
            for (int i = start; i < start + BINS; i++) fullest = Math.max(fullest, counts[i]);
            for (int i = start; i < start + BINS; i++)
                bins[i] = (byte) Math.ceilDiv((long) counts[i] * FULL, fullest);
        }
        return ByteBuffer.wrap(bins).asReadOnlyBuffer();
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }
}
