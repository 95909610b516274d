package treeline.formats.reading;

import treeline.array.Ints;
import treeline.array.Longs;
import treeline.source.trace.TraceLine;

/// The timeline of one context: the active node and its start time at each change, at 12 bytes per
/// change.
public final class TimeLine implements TraceLine {
    private int context;
    private final Longs nanos = new Longs(8);
    private final Ints nodes = new Ints(8);

    /// From now on the context is in a node, or in [#NO_NODE]. A time before the last one is taken
    /// for the last one.
    public void enter(long time, int node) {
        nanos.add(Math.max(time, endNanos()));
        nodes.add(node);
    }

    /// Replaces the numbers of nodes and of the context by those of the profile.
    public void settle(int contextAt, int[] nodeAt) {
        context = contextAt;
        nanos.trim();
        nodes.trim();
        for (int sample = 0; sample < nodes.size(); sample++)
            if (nodes.at(sample) != NO_NODE) nodes.set(sample, nodeAt[nodes.at(sample)]);
    }

    @Override
    public int context() {
        return context;
    }

    @Override
    public int samples() {
        return nodes.size();
    }

    @Override
    public long nanos(int sample) {
        return nanos.at(sample);
    }

    @Override
    public long endNanos() {
        return nanos.isEmpty() ? 0 : nanos.last();
    }

    @Override
    public int node(int sample) {
        return nodes.at(sample);
    }
}
