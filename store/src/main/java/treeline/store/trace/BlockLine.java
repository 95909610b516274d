package treeline.store.trace;

import org.jspecify.annotations.Nullable;

import treeline.array.BinarySearch;
import treeline.array.Ints;
import treeline.array.Longs;
import treeline.source.trace.TraceLine;

/// A trace line whose samples are decoded one block at a time. The last decoded block is kept.
public abstract class BlockLine implements TraceLine {
    private final int context;
    private final int samples;
    private final long endNanos;
    private final int[] firstSample;
    private final long[] startNanos;
    private volatile @Nullable Samples decoded;

    /// @param firstSample of each block, the number of samples before it
    /// @param startNanos of each block, the time of the last event before it
    protected BlockLine(
            int context, int samples, long endNanos, int[] firstSample, long[] startNanos) {
        this.context = context;
        this.samples = samples;
        this.endNanos = endNanos;
        this.firstSample = firstSample;
        this.startNanos = startNanos;
    }

    /// The samples of a block.
    protected static final class Samples {
        private final int first;
        private final Longs nanos;
        private final Ints nodes;

        /// @param first number of samples before the block
        /// @param expected about how many it has
        public Samples(int first, int expected) {
            this.first = first;
            this.nanos = new Longs(expected);
            this.nodes = new Ints(expected);
        }

        public void add(long time, int node) {
            nanos.add(time);
            nodes.add(node);
        }
    }

    /// Reads a block.
    protected abstract Samples decode(int block);

    @Override
    public final int context() {
        return context;
    }

    @Override
    public final int samples() {
        return samples;
    }

    @Override
    public final long endNanos() {
        return endNanos;
    }

    @Override
    public final long nanos(int sample) {
        Samples block = blockOf(sample);
        return block.nanos.at(sample - block.first);
    }

    @Override
    public final int node(int sample) {
        Samples block = blockOf(sample);
        return block.nodes.at(sample - block.first);
    }

    /// Blocks are searched by the times at their starts, and only one of them is decoded.
    @Override
    public final int firstFrom(long nanos) {
        int next = BinarySearch.end(0, startNanos.length, block -> startNanos[block] < nanos);
        if (next == 0) return 0;
        int end = next < firstSample.length ? firstSample[next] : samples;
        return BinarySearch.end(firstSample[next - 1], end, sample -> nanos(sample) < nanos);
    }

    private Samples blockOf(int sample) {
        Samples kept = decoded;
        if (kept != null && sample >= kept.first && sample - kept.first < kept.nanos.size())
            return kept;
        int next = BinarySearch.end(0, firstSample.length, block -> firstSample[block] <= sample);
        Samples made = decode(next - 1);
        decoded = made;
        return made;
    }
}
