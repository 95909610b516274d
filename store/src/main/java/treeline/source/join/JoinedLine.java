package treeline.source.join;

import treeline.source.ProfileSource;
import treeline.source.files.MalformedProfileException;
import treeline.source.trace.Counter;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// A line of one source among sources that are read as one: with the contexts, the nodes and the
/// clock of all.
final class JoinedLine implements TraceLine {
    private final TraceLine line;
    private final int context;
    private final int[] nodeAt;
    private final long laterNanos;

    /// @param context in the joined outline
    /// @param nodeAt the place of the line's nodes in the joined tree
    /// @param laterNanos how much later its run began than the earliest
    private JoinedLine(TraceLine line, int context, int[] nodeAt, long laterNanos) {
        this.line = line;
        this.context = context;
        this.nodeAt = nodeAt;
        this.laterNanos = laterNanos;
    }

    /// The traces of all sources. Parts of one run may begin at different times.
    ///
    /// @param contextAt `[s][c]` is the place of context `c` of source `s`
    static Traces joined(List<ProfileSource> sources, int[][] contextAt, int[][] nodeAt) {
        List<Traces> parts = sources.stream().map(ProfileSource::traces).toList();
        List<Traces> traced = parts.stream().filter(part -> !part.isEmpty()).toList();
        if (traced.isEmpty()) return Traces.NONE;
        long origin = traced.stream().mapToLong(Traces::originNanos).min().orElseThrow();
        long end =
                traced.stream()
                        .mapToLong(part -> part.originNanos() - origin + part.endNanos())
                        .max()
                        .orElseThrow();
        List<TraceLine> lines = new ArrayList<>();
        for (int s = 0; s < parts.size(); s++) {
            long later = parts.get(s).originNanos() - origin;
            for (TraceLine line : parts.get(s).lines())
                lines.add(new JoinedLine(line, contextAt[s][line.context()], nodeAt[s], later));
        }
        lines.sort(Comparator.comparingInt(TraceLine::context));
        return new Traces(
                origin,
                end,
                lines,
                traced.stream().allMatch(part -> part.detail() == Traces.Detail.CALLS)
                        ? Traces.Detail.CALLS
                        : Traces.Detail.SAMPLES,
                JoinedInteractions.of(parts, contextAt, nodeAt, origin),
                counters(parts, contextAt, origin));
    }

    private static List<Counter> counters(List<Traces> parts, int[][] contextAt, long origin) {
        List<Counter> counters = new ArrayList<>();
        for (int s = 0; s < parts.size(); s++) {
            int[] places = contextAt[s];
            long later = parts.get(s).originNanos() - origin;
            for (Counter counter : parts.get(s).counters())
                counters.add(
                        counter.mapped(
                                counter.context() == Counter.WHOLE_RUN
                                        ? Counter.WHOLE_RUN
                                        : places[counter.context()],
                                later));
        }
        return counters;
    }

    @Override
    public int context() {
        return context;
    }

    @Override
    public int samples() {
        return line.samples();
    }

    @Override
    public long nanos(int sample) {
        return line.nanos(sample) + laterNanos;
    }

    @Override
    public long endNanos() {
        return line.endNanos() + laterNanos;
    }

    @Override
    public int node(int sample) {
        int node = line.node(sample);
        return node == NO_NODE ? NO_NODE : nodeAt[node];
    }

    @Override
    public int firstFrom(long nanos) {
        return line.firstFrom(nanos - laterNanos);
    }

    @Override
    public void nodesAt(long[] times, int[] nodes) {
        line.nodesAt(Arrays.stream(times).map(time -> time - laterNanos).toArray(), nodes);
        for (int i = 0; i < nodes.length; i++) if (nodes[i] >= 0) nodes[i] = nodeAt[nodes[i]];
    }

    @Override
    public MalformedProfileException unordered(int sample, long last, long found) {
        return line.unordered(sample, last - laterNanos, found - laterNanos);
    }
}
