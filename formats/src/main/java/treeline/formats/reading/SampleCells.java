package treeline.formats.reading;

import treeline.model.ProfileBuilder;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/// Sums of samples by context, node and metric. A file may have many samples per cell, and
/// [ProfileBuilder] stores each value, so samples are summed here first. Cells are stored in blocks
/// of neighbouring nodes, which reduces look-ups.
public final class SampleCells {
    private static final int BLOCK_BITS = 3;
    private static final int BLOCK = 1 << BLOCK_BITS;

    /// Of values that nothing was added to: whatever is added to it makes another number of it.
    private static final double NONE = -0.0;

    private static final long NONE_BITS = Double.doubleToRawLongBits(NONE);

    private final PairIndex blocks = new PairIndex(); // by context and the numbers of nodes
    private final int metrics;
    private double[] sums; // by block, node and metric

    public SampleCells(int metrics) {
        this.metrics = metrics;
        this.sums = new double[metrics * BLOCK];
        Arrays.fill(sums, NONE);
    }

    /// Adds to the value of a metric, which counts from 0.
    public void add(int metric, int context, int node, double value) {
        add(of(context, node), metric, value);
    }

    /// The cell of a context and node, for samples that add to several metrics.
    public int of(int context, int node) {
        int block = blocks.of(context, node >> BLOCK_BITS);
        int cell = Math.multiplyExact(block * BLOCK + (node & BLOCK - 1), metrics);
        if (cell >= sums.length) grow();
        return cell;
    }

    /// Adds to a metric of a cell.
    public void add(int cell, int metric, double value) {
        sums[cell + metric] += value + 0.0; // a negative zero too
    }

    public boolean isEmpty() {
        return blocks.size() == 0;
    }

    private void grow() {
        int known = sums.length;
        int more = Math.min(known, 1 << 29);
        sums = Arrays.copyOf(sums, Math.addExact(known, more));
        Arrays.fill(sums, known, sums.length, NONE);
    }

    /// Receives a value.
    @FunctionalInterface
    public interface EachValue {
        void accept(int context, int node, double value);
    }

    /// Every value of a metric.
    public void forEach(int metric, EachValue each) {
        for (int block = 0; block < blocks.size(); block++)
            for (int i = 0; i < BLOCK; i++) {
                double sum = sums[(block * BLOCK + i) * metrics + metric];
                if (Double.doubleToRawLongBits(sum) != NONE_BITS)
                    each.accept(blocks.first(block), blocks.second(block) * BLOCK + i, sum);
            }
    }

    /// Adds all values to a builder of which the contexts and nodes are handles.
    public void moveTo(ProfileBuilder builder, int... metricHandles) {
        moveTo(builder, context -> context, metricHandles);
    }

    /// Adds all values to a builder whose contexts were not known when the values came.
    public void moveTo(
            ProfileBuilder builder, IntUnaryOperator contextHandle, int... metricHandles) {
        for (int metric = 0; metric < metrics; metric++) {
            int handle = metricHandles[metric];
            forEach(
                    metric,
                    (context, node, sum) ->
                            builder.add(handle, contextHandle.applyAsInt(context), node, sum));
        }
    }
}
