package treeline.formats.chrometrace;

import treeline.source.TraceLine;

import java.util.Arrays;

/// What a thread or stream was in over time, as samples at every begin and end of a slice.
final class TimeLine implements TraceLine {
    private static final double NANOS = 1000; // of a microsecond

    private final double origin;
    private int context;
    private long[] nanos = new long[8];
    private int[] nodes = new int[8];
    private int samples;

    /// @param origin when the run began, in microseconds; NaN where nobody asked for the time line,
    ///   which stays empty
    TimeLine(double origin) {
        this.origin = origin;
    }

    /// From now on the thread is in a node. A time before the last one is taken for the last one.
    void enter(double micros, int node) {
        if (Double.isNaN(origin)) return;
        long time = Math.max(0, Math.round((micros - origin) * NANOS));
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
