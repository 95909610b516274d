package treeline.formats.chrometrace;

import java.util.Comparator;

/// The time covered by the slices of a file, in nanoseconds since 1970, known after reading it.
final class TraceSpan {
    static final Comparator<TraceSpan> BY_BEGIN = Comparator.comparingLong(TraceSpan::beginNanos);

    private final String file;
    private double first = Double.POSITIVE_INFINITY;
    private double last = Double.NEGATIVE_INFINITY;
    private long zeroNanos;

    TraceSpan(String file) {
        this.file = file;
    }

    String file() {
        return file;
    }

    /// Adds a slice.
    ///
    /// @param duration NaN for begins and ends
    void add(double beginMicros, double duration) {
        first = Math.min(first, beginMicros);
        last = Math.max(last, beginMicros + (Double.isNaN(duration) ? 0 : duration));
    }

    /// Sets the time from which slices count; 0 if the file does not say it.
    void countsFrom(long nanos) {
        zeroNanos = nanos;
    }

    boolean isKnown() {
        return zeroNanos > 0 && first <= last;
    }

    long beginNanos() {
        return zeroNanos + Math.round(first * 1000);
    }

    long endNanos() {
        return zeroNanos + Math.round(last * 1000);
    }
}
