package treeline.formats.reading;

import treeline.model.ProfileBuilder;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/// Sums of samples by context, node and metric. [ProfileBuilder] keeps what it is given until the
/// end; a file may have many samples of one cell, and memory is to grow with the cells.
public final class SampleCells {
    private final PairIndex cells = new PairIndex();
    private final int metrics;
    private int[] contextOf = new int[256];
    private int[] nodeOf = new int[256];
    private double[] sums = new double[256];
    private boolean[] known = new boolean[256];

    public SampleCells(int metrics) {
        this.metrics = metrics;
    }

    /// Adds to the value of a metric, which counts from 0.
    public void add(int metric, int context, int node, double value) {
        int before = cells.size();
        int cell = cells.of(context, node);
        if (cell == before) open(cell, context, node);
        sums[cell * metrics + metric] += value;
        known[cell * metrics + metric] = true;
    }

    /// Receives a value.
    @FunctionalInterface
    public interface EachValue {
        void accept(int context, int node, double value);
    }

    /// Every value of a metric.
    public void forEach(int metric, EachValue each) {
        for (int cell = 0; cell < cells.size(); cell++)
            if (known[cell * metrics + metric])
                each.accept(contextOf[cell], nodeOf[cell], sums[cell * metrics + metric]);
    }

    private void open(int cell, int context, int node) {
        if (cell == contextOf.length) {
            contextOf = Arrays.copyOf(contextOf, cell * 2);
            nodeOf = Arrays.copyOf(nodeOf, cell * 2);
        }
        contextOf[cell] = context;
        nodeOf[cell] = node;
        int needed = Math.multiplyExact(cell + 1, metrics);
        if (needed > sums.length) {
            int length = Math.max(needed, (int) Math.min(sums.length * 2L, 1 << 30));
            sums = Arrays.copyOf(sums, length);
            known = Arrays.copyOf(known, length);
        }
    }

    /// Adds all values to a builder of which the contexts and nodes are handles.
    public void moveTo(ProfileBuilder builder, int[] metricHandles) {
        moveTo(builder, metricHandles, context -> context);
    }

    /// Adds all values to a builder whose contexts were not known when the values came.
    public void moveTo(
            ProfileBuilder builder, int[] metricHandles, IntUnaryOperator contextHandle) {
        for (int cell = 0; cell < cells.size(); cell++)
            for (int metric = 0; metric < metrics; metric++)
                if (known[cell * metrics + metric])
                    builder.add(
                            metricHandles[metric],
                            contextHandle.applyAsInt(contextOf[cell]),
                            nodeOf[cell],
                            sums[cell * metrics + metric]);
    }
}
