package treeline.view;

import treeline.model.Metric.Scope;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;

/// How the contexts of some nodes spread, small enough for a line of a table: for each node a
/// histogram of [#BINS] bins from its smallest to its largest value, where the fullest bin has
/// [#FULL]. A context that did not run a node counts as 0, repetitions of a context count once, by
/// their mean. Where all are equal, all are in the first bin.
public record NodeSparks(byte[] bins, double[] min, double[] mean, double[] max) {
    public static final int BINS = 16;
    public static final int FULL = 255;

    /// The histograms of some nodes.
    ///
    /// @param nodes each once
    public static NodeSparks of(MetricValues ofContexts, Scope scope, int[] nodes) {
        MetricValues values = ofContexts.meanOfRepetitions();
        double[] min = new double[nodes.length];
        double[] max = new double[nodes.length];
        double[] mean = new double[nodes.length];
        int[] counts = new int[nodes.length * BINS];
        new ChosenNodes(values, scope, nodes)
                .forEachNode(
                        (place, measured) -> {
                            var all = Arrays.stream(measured).map(NodeSparks::orZero);
                            DoubleSummaryStatistics spread = all.summaryStatistics();
                            min[place] = spread.getMin();
                            max[place] = spread.getMax();
                            mean[place] = spread.getAverage();
                            for (double value : measured)
                                counts[place * BINS + bin(orZero(value), min[place], max[place])]++;
                        });
        return new NodeSparks(scaled(counts), min, mean, max);
    }

    /// A value on an edge belongs to the bin below it, as in [treeline.single.Distribution].
    private static int bin(double value, double min, double max) {
        double width = (max - min) / BINS;
        return width > 0 ? Math.clamp((int) Math.ceil((value - min) / width) - 1, 0, BINS - 1) : 0;
    }

    /// A bin that is not empty stays visible.
    private static byte[] scaled(int[] counts) {
        byte[] bins = new byte[counts.length];
        for (int start = 0; start < counts.length; start += BINS) {
            int fullest = 1;
            for (int i = start; i < start + BINS; i++) fullest = Math.max(fullest, counts[i]);
            for (int i = start; i < start + BINS; i++)
                bins[i] = (byte) Math.ceilDiv((long) counts[i] * FULL, fullest);
        }
        return bins;
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }
}
