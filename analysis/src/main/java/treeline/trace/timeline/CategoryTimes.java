package treeline.trace.timeline;

import treeline.source.trace.TraceLine;
import treeline.trace.ParallelTraceLines;
import treeline.trace.TimeWindow;
import treeline.trace.TracePart;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// The time of all contexts per category and time bin, in whole nanoseconds: the statistics that
/// accompany a [Timeline]. They come from all samples of the window, not from the cells of the
/// picture, so activities that no cell shows are included. One pass over the window, in parallel.
public final class CategoryTimes {
    private final TimeWindow window;
    private final int contexts;
    private final long[] edges;
    private final long[][] nanos; // by category and bin, the last for no activity

    private CategoryTimes(TimeWindow window, int contexts, long[] edges, long[][] nanos) {
        this.window = window;
        this.contexts = contexts;
        this.edges = edges;
        this.nanos = nanos;
    }

    /// The times of the categories in bins.
    ///
    /// @param maxBins of equal length; a window of fewer nanoseconds has one bin per nanosecond
    public static CategoryTimes of(TracePart part, NodeCategories categories, int maxBins) {
        TimeWindow window = part.window();
        long[] edges = edges(window, maxBins);
        long[][] sums = new long[categories.size() + 1][edges.length - 1];
        List<long[][]> parts =
                ParallelTraceLines.inParallel(
                        part.lines(), lines -> new Sums(categories, edges).of(lines, window));
        for (long[][] some : parts)
            for (int category = 0; category < sums.length; category++)
                for (int bin = 0; bin < sums[category].length; bin++)
                    sums[category][bin] += some[category][bin];
        int contexts = (int) part.lines().stream().mapToInt(TraceLine::context).distinct().count();
        return new CategoryTimes(window, contexts, edges, sums);
    }

    private static long[] edges(TimeWindow window, int maxBins) {
        long span = window.toNanos() - window.fromNanos();
        int bins = (int) Math.min(maxBins, span);
        long[] edges = new long[bins + 1];
        for (int edge = 0; edge <= bins; edge++)
            edges[edge] = window.fromNanos() + span / bins * edge + span % bins * edge / bins;
        return edges;
    }

    /// The sums of one worker. Intervals of a line ascend, so the bin only moves forwards.
    private static final class Sums implements TraceLine.Visitor {
        private final NodeCategories categories;
        private final long[] edges;
        private final long[][] nanos;
        private int bin;

        Sums(NodeCategories categories, long[] edges) {
            this.categories = categories;
            this.edges = edges;
            this.nanos = new long[categories.size() + 1][edges.length - 1];
        }

        long[][] of(List<TraceLine> lines, TimeWindow window) {
            for (TraceLine line : lines) {
                bin = 0;
                line.between(window.fromNanos(), window.toNanos(), this);
            }
            return nanos;
        }

        @Override
        public void stretch(long begin, long end, int node) {
            long[] sums = nanos[node < 0 ? nanos.length - 1 : categories.of(node)];
            long at = begin;
            while (edges[bin + 1] <= at) bin++;
            while (edges[bin + 1] < end) {
                sums[bin] += edges[bin + 1] - at;
                at = edges[++bin];
            }
            sums[bin] += end - at;
        }
    }

    public TimeWindow window() {
        return window;
    }

    /// The number of traced contexts.
    public int contexts() {
        return contexts;
    }

    public int bins() {
        return edges.length - 1;
    }

    /// The start of a bin; that of bin [#bins()] is the end of the window.
    public long edge(int bin) {
        return edges[bin];
    }

    public long nanos(int category, int bin) {
        return nanos[category][bin];
    }

    /// The time in no node.
    public long idleNanos(int bin) {
        return nanos[nanos.length - 1][bin];
    }

    /// The time of all contexts in a bin, traced or not.
    public long capacityNanos(int bin) {
        return contexts * (edges[bin + 1] - edges[bin]);
    }

    public long total(int category) {
        return Arrays.stream(nanos[category]).sum();
    }

    public long totalIdle() {
        return Arrays.stream(nanos[nanos.length - 1]).sum();
    }

    /// All traced time in the window.
    public long traced() {
        return Arrays.stream(nanos).flatMapToLong(Arrays::stream).sum();
    }

    /// Categories that have time in the window, largest first.
    public List<Integer> largest() {
        return IntStream.range(0, nanos.length - 1)
                .filter(category -> total(category) > 0)
                .boxed()
                .sorted((a, b) -> Long.compare(total(b), total(a)))
                .toList();
    }
}
