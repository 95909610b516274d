package treeline.trace;

import treeline.source.trace.TraceLine;

/// A trace line clipped to a window, with times relative to the start of the window.
///
/// @param context in the window's outline
/// @param first the sample that is active at the start of the window, or the first within it
record WindowLine(TraceLine line, TimeWindow window, int context, int first, int samples)
        implements TraceLine {

    static WindowLine of(TraceLine line, TimeWindow window, int context) {
        int first = Math.max(0, line.sampleAt(window.fromNanos()));
        int behind = line.firstFrom(window.toNanos());
        return new WindowLine(line, window, context, first, Math.max(0, behind - first));
    }

    @Override
    public long nanos(int sample) {
        return Math.max(0, line.nanos(first + sample) - window.fromNanos());
    }

    @Override
    public long endNanos() {
        return Math.clamp(line.endNanos(), window.fromNanos(), window.toNanos())
                - window.fromNanos();
    }

    @Override
    public int node(int sample) {
        return line.node(first + sample);
    }
}
