package treeline.record.overhead;

import java.util.Map;

/// Calls and CPU time per thread at one moment.
///
/// @param threads by thread id; without threads whose CPU time is unknown, such as virtual ones
public record Reading(Map<Long, OfThread> threads) {
    /// Calls and CPU time of one thread.
    ///
    /// @param calls events begun so far, recorded or muted
    /// @param cpuNanos CPU time so far, without the time to add muted calls to the recording
    public record OfThread(long calls, long cpuNanos) {}

    /// Calls and CPU time between two readings.
    public record Progress(long calls, long cpuNanos) {
        public double nanosPerCall() {
            return cpuNanos / (double) calls;
        }
    }

    public Reading {
        threads = Map.copyOf(threads);
    }

    /// The progress of the threads that are in both readings.
    public Progress since(Reading earlier) {
        long calls = 0;
        long cpuNanos = 0;
        for (var entry : threads.entrySet()) {
            OfThread before = earlier.threads.get(entry.getKey());
            if (before == null) continue;
            calls += Math.max(0, entry.getValue().calls - before.calls);
            cpuNanos += Math.max(0, entry.getValue().cpuNanos - before.cpuNanos);
        }
        return new Progress(calls, cpuNanos);
    }
}
