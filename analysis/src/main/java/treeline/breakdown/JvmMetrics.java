package treeline.breakdown;

import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Outline;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/// The metric names and node labels under which the JDK Flight Recorder reader stores JVM events.
final class JvmMetrics {
    static final String MONITOR_ENTER = "monitor enter";
    static final String MONITOR_WAIT = "monitor wait";
    static final String PARK = "thread park";
    static final String SLEEP = "thread sleep";
    static final String NATIVE_TIME = "native time";
    static final String GC_PAUSES = "gc pauses";
    static final String COLLECTIONS = "collections";
    static final String EXCEPTIONS = "exceptions";

    /// Metadata: seconds from the first sample or wait of a recording to the end of the last.
    static final String ELAPSED = "elapsed time";

    /// Metadata: seconds of the longest pause.
    static final String LONGEST_PAUSE = "longest gc pause time";

    /// Metadata: metrics whose events the recording disabled.
    static final String DISABLED = "events not recorded";

    /// Metadata: seconds of all threads with events, from their starts to their ends.
    static final String THREAD_TIME = "thread time";

    /// Metadata: the part of it with a sample or a recorded wait.
    static final String RECORDED_TIME = "recorded thread time";

    /// Metadata: the longest time of a thread without a sample or a recorded wait, in seconds.
    static final String LONGEST_GAP = "longest unrecorded thread time";

    /// Metadata: seconds of CPU time of the process.
    static final String CPU_TIME = "process cpu time";

    /// Metadata: present if the program has virtual threads.
    static final String VIRTUAL_THREADS = "virtual threads";

    static final String HARDWARE_THREADS = "hwThreads";

    /// What a thread that waits for a lock of `java.util.concurrent` is parked on.
    private static final Pattern LOCK =
            Pattern.compile(
                    "java\\.util\\.concurrent\\.locks\\.(?:Reentrant(?:ReadWrite)?Lock\\$\\w*Sync|StampedLock\\b.*)");

    private JvmMetrics() {}

    static OptionalDouble number(Outline outline, String key) {
        return outline.metadata().get(key).orElse(new Metadata.Value.Text(""))
                        instanceof Metadata.Value.Real(double value)
                ? OptionalDouble.of(value)
                : OptionalDouble.empty();
    }

    static Optional<Metric> named(Outline outline, String name) {
        return outline.metrics().stream()
                .filter(metric -> metric.name().equals(name))
                .findFirst()
                .map(metric -> metric.in(Metric.Scope.EXCLUSIVE));
    }

    static Optional<Label> label(Outline outline, String name) {
        return outline.labels().stream().filter(label -> label.name().equals(name)).findFirst();
    }

    /// The class that events of a metric are about: of a monitor, a parked thread's blocker, an
    /// allocated object, an exception.
    static Optional<Label> classes(Outline outline, String metric) {
        return label(outline, metric + " class");
    }

    /// Whether a thread that is parked on an object of this class waits for a lock that another
    /// thread holds, not for work.
    static boolean isLock(String className) {
        return LOCK.matcher(className).matches();
    }
}
