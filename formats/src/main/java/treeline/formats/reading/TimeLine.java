package treeline.formats.reading;

import treeline.source.TraceLine;

import java.util.Arrays;

/// What a thread or stream was in over time, as samples at every begin and end of a slice.
final class TimeLine implements TraceLine {
    private final double origin;
    private final double nanosOfUnit;
    private int context;
    private long[] nanos = new long[64];
    private int[] nodes = new int[64];
    private int samples;

    /// @param origin when the run began
    /// @param nanosOfUnit how many nanoseconds the unit of times has
    TimeLine(double origin, double nanosOfUnit) {
        this.origin = origin;
        this.nanosOfUnit = nanosOfUnit;
    }

    /// From now on the thread is in a node. A time before the last one is taken for the last one.
    void enter(double at, int node) {
        long time = Math.max(0, Math.round((at - origin) * nanosOfUnit));
        if (samples > 0) time = Math.max(time, nanos[samples - 1]);
        if (samples == nanos.length) {
            nanos = Arrays.copyOf(nanos, samples * 2);
            nodes = Arrays.copyOf(nodes, samples * 2);
        }
        nanos[samples] = time;
        nodes[samples++] = node;
    }

    /// Replaces the numbers of nodes and of the context by those of the profile.
    void settle(int contextAt, int[] nodeAt) {
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
