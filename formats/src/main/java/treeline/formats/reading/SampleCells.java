package treeline.formats.reading;

import treeline.array.Doubles;
import treeline.model.ProfileBuilder;

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
    private final Doubles sums = new Doubles(); // by block, node and metric

    public SampleCells(int metrics) {
        this.metrics = metrics;
    }

    /// Adds to the value of a metric, which counts from 0.
    public void add(int metric, int context, int node, double value) {
        add(of(context, node), metric, value);
    }

    /// The cell of a context and node, for samples that add to several metrics.
    public int of(int context, int node) {
        int block = blocks.of(context, node >> BLOCK_BITS);
        int cell = Math.multiplyExact(block * BLOCK + (node & BLOCK - 1), metrics);
        sums.padTo(Math.multiplyExact(blocks.size() * BLOCK, metrics), NONE);
        return cell;
    }

    /// Adds to a metric of a cell.
    public void add(int cell, int metric, double value) {
        int at = cell + metric;
        sums.set(at, sums.at(at) + (value + 0.0)); // a negative zero too
    }

    public boolean isEmpty() {
        return blocks.size() == 0;
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
                double sum = sums.at((block * BLOCK + i) * metrics + metric);
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
