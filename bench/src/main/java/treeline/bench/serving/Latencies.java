package treeline.bench.serving;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How long answers took, and what went wrong. Thread-safe.
final class Latencies {
    private long[] nanos = new long[1 << 10];
    private int size;
    private final Map<String, Long> errors = new TreeMap<>();

    synchronized void add(long duration) {
        if (size == nanos.length) nanos = Arrays.copyOf(nanos, 2 * size);
        nanos[size++] = duration;
    }

    synchronized void failed(String what) {
        errors.merge(what, 1L, Long::sum);
    }

    /// Moves everything so far into a copy.
    synchronized Latencies take() {
        var taken = sum(List.of(this));
        size = 0;
        errors.clear();
        return taken;
    }

    static Latencies sum(List<Latencies> parts) {
        var sum = new Latencies();
        for (Latencies part : parts) {
            for (int i = 0; i < part.size; i++) sum.add(part.nanos[i]);
            part.errors.forEach((what, count) -> sum.errors.merge(what, count, Long::sum));
        }
        return sum;
    }

    Map<String, Long> errors() {
        return errors;
    }

    /// Answers, errors, median, 99th percentile and maximum.
    String row() {
        long[] sorted = Arrays.copyOf(nanos, size);
        Arrays.sort(sorted);
        long failures = errors.values().stream().mapToLong(Long::longValue).sum();
        return "%7d  %6d  %7.1f  %7.1f  %7.1f"
                .formatted(
                        size,
                        failures,
                        millis(sorted, 0.5),
                        millis(sorted, 0.99),
                        millis(sorted, 1));
    }

    /// Nearest rank.
    private static double millis(long[] sorted, double share) {
        if (sorted.length == 0) return Double.NaN;
        return sorted[(int) Math.ceil(share * sorted.length) - 1] / 1e6;
    }
}
