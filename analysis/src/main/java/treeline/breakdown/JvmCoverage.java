package treeline.breakdown;

import treeline.model.Metadata;
import treeline.model.Outline;

import java.util.Optional;
import java.util.OptionalDouble;

/// The part of the thread time of a JVM that a recording of JDK Flight Recorder shows by samples
/// and recorded waits. The rest is unknown: such a thread may run, wait for a short time or be in
/// native code.
///
/// @param threadSeconds sum over threads with events, each from its start to its end
/// @param recordedSeconds the part with a sample or a recorded wait
/// @param longestGapSeconds unknown time of the thread that has most of it
/// @param cpuSeconds CPU time of the process, from `jdk.CPULoad`; empty if not recorded
/// @param hardwareThreads of the host; 1 if not recorded
/// @param virtualThreads whether the program has virtual threads, whose waits are not recorded
public record JvmCoverage(
        double threadSeconds,
        double recordedSeconds,
        double longestGapSeconds,
        OptionalDouble cpuSeconds,
        int hardwareThreads,
        boolean virtualThreads) {

    /// From the metadata of a profile; empty if it is not a recording.
    public static Optional<JvmCoverage> of(Outline outline) {
        OptionalDouble threads = JvmMetrics.number(outline, JvmMetrics.THREAD_TIME);
        if (threads.isEmpty()) return Optional.empty();
        return Optional.of(
                new JvmCoverage(
                        threads.getAsDouble(),
                        JvmMetrics.number(outline, JvmMetrics.RECORDED_TIME).orElse(0),
                        JvmMetrics.number(outline, JvmMetrics.LONGEST_GAP).orElse(0),
                        JvmMetrics.number(outline, JvmMetrics.CPU_TIME),
                        hardwareThreads(outline),
                        outline.metadata().get(JvmMetrics.VIRTUAL_THREADS).isPresent()));
    }

    private static int hardwareThreads(Outline outline) {
        return outline.metadata()
                                .get(JvmMetrics.HARDWARE_THREADS)
                                .orElse(new Metadata.Value.Text(""))
                        instanceof Metadata.Value.Whole(long value)
                ? (int) Math.max(1, value)
                : 1;
    }

    double share() {
        return threadSeconds > 0 ? Math.min(1, recordedSeconds / threadSeconds) : 0;
    }
}
