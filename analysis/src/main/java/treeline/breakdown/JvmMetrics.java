package treeline.breakdown;

import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.Outline;

import java.util.Optional;
import java.util.regex.Pattern;

/// The names by which the reader of JDK Flight Recorder stores what a JVM does: metrics, and labels
/// of the nodes of their events.
final class JvmMetrics {
    static final String MONITOR_ENTER = "monitor enter";
    static final String MONITOR_WAIT = "monitor wait";
    static final String PARK = "thread park";
    static final String SLEEP = "thread sleep";
    static final String GC_PAUSES = "gc pauses";
    static final String COLLECTIONS = "collections";
    static final String EXCEPTIONS = "exceptions";

    /// Metadata: seconds from the first sample or wait of a recording to the end of the last.
    static final String ELAPSED = "elapsed time";

    /// Metadata: seconds of the longest pause.
    static final String LONGEST_PAUSE = "longest gc pause time";

    /// Metadata: metrics whose events the recording disabled.
    static final String DISABLED = "events not recorded";

    /// What a thread that waits for a lock of `java.util.concurrent` is parked on.
    private static final Pattern LOCK =
            Pattern.compile(
                    "java\\.util\\.concurrent\\.locks\\.(?:Reentrant(?:ReadWrite)?Lock\\$\\w*Sync|StampedLock\\b.*)");

    private JvmMetrics() {}

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
