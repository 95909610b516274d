package treeline.formats.reading;

import treeline.source.trace.TraceLine;

import java.util.Arrays;

/// The timeline of one context: the active node and its start time at each change, at 12 bytes per
/// change.
public final class TimeLine implements TraceLine {
    private int context;
    private long[] nanos = new long[8];
    private int[] nodes = new int[8];
    private int samples;

    /// From now on the context is in a node, or in [#NO_NODE]. A time before the last one is taken
    /// for the last one.
    public void enter(long time, int node) {
        if (samples == nanos.length) {
            nanos = Arrays.copyOf(nanos, samples * 2);
            nodes = Arrays.copyOf(nodes, samples * 2);
        }
        nanos[samples] = Math.max(time, samples == 0 ? 0 : nanos[samples - 1]);
        nodes[samples++] = node;
    }

    /// Replaces the numbers of nodes and of the context by those of the profile.
    public void settle(int contextAt, int[] nodeAt) {
        context = contextAt;
        nanos = Arrays.copyOf(nanos, samples);
        nodes = Arrays.copyOf(nodes, samples);
        for (int sample = 0; sample < samples; sample++)
            if (nodes[sample] != NO_NODE) nodes[sample] = nodeAt[nodes[sample]];
    }

    @Override
    public int context() {
        return context;
    }

    @Override
    public int samples() {
        return samples;
    }

    @Override
    public long nanos(int sample) {
        return nanos[sample];
    }

    @Override
    public long endNanos() {
        return samples == 0 ? 0 : nanos[samples - 1];
    }

    @Override
    public int node(int sample) {
        return nodes[sample];
    }
}
