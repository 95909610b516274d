package treeline.formats.jfr;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordedThreadGroup;

import org.jspecify.annotations.Nullable;

import treeline.model.Metadata;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The part of the thread time of a program that has a sample or a recorded wait. Threads of the
/// JVM itself do not count. The rest is unknown: waits below a threshold, a wait that had not ended
/// when the recording did, native code that was not sampled.
final class JfrCoverage {
    private static final String CARRIERS = "CarrierThreads";
    private static final String SYSTEM = "system";

    /// Flight Recorder's own threads.
    private static final Pattern RECORDER =
            Pattern.compile(
                    "JFR (?:Recorder Thread|Periodic Tasks|Shutdown Hook"
                            + "|(?:Recording|Event Stream|.*Sampl).*)");

    private final Map<Long, Instant> starts = new HashMap<>();
    private final Map<Long, Instant> ends = new HashMap<>();
    private final Map<Integer, Long> javaIds = new HashMap<>();
    private final Map<Integer, Double> recorded = new HashMap<>();
    private final Set<Integer> ofJvm = new HashSet<>();
    private boolean virtualThreads;
    private @Nullable Instant loadAt;
    private double load;

    static boolean isRecorder(@Nullable RecordedThread thread) {
        return thread != null && RECORDER.matcher(JfrThreads.name(thread)).matches();
    }

    private static boolean isIn(RecordedThread thread, String group) {
        RecordedThreadGroup of = thread.isVirtual() ? null : thread.getThreadGroup();
        return of != null && group.equals(of.getName());
    }

    void know(int number, @Nullable RecordedThread thread) {
        if (thread == null || thread.isVirtual() || isIn(thread, SYSTEM)) ofJvm.add(number);
        if (thread == null) return;
        javaIds.put(number, thread.getJavaThreadId());
        if (isIn(thread, CARRIERS)) ofJvm.add(number);
        if (thread.isVirtual() || isIn(thread, CARRIERS)) virtualThreads = true;
    }

    void starts(@Nullable RecordedThread thread, Instant at) {
        if (thread == null) return;
        starts.put(thread.getJavaThreadId(), at);
        if (isIn(thread, CARRIERS)) virtualThreads = true;
    }

    void ends(@Nullable RecordedThread thread, Instant at) {
        if (thread != null) ends.put(thread.getJavaThreadId(), at);
    }

    void isVirtual() {
        virtualThreads = true;
    }

    /// Adds a sample or a wait of a thread, in nanoseconds.
    void add(int thread, double nanos) {
        recorded.merge(thread, nanos, Double::sum);
    }

    /// The first event of `jdk.CPULoad` has no load, because a load is that since the event before.
    void addLoad(RecordedEvent event) {
        Instant at = event.getStartTime();
        if (loadAt != null)
            load +=
                    (event.getDouble("jvmUser") + event.getDouble("jvmSystem"))
                            * JfrMeasure.nanos(Duration.between(loadAt, at))
                            / 1e9;
        loadAt = at;
    }

    Metadata addTo(Metadata metadata, Instant first, Instant last) {
        double all = 0;
        double covered = 0;
        double longest = 0;
        for (var each : recorded.entrySet()) {
            if (ofJvm.contains(each.getKey())) continue;
            long id = javaIds.getOrDefault(each.getKey(), 0L);
            Instant start = starts.getOrDefault(id, first);
            Instant end = ends.getOrDefault(id, last);
            double life = Math.max(0, JfrMeasure.nanos(Duration.between(start, end)));
            double known = Math.min(life, each.getValue());
            all += life;
            covered += known;
            longest = Math.max(longest, life - known);
        }
        Metadata more =
                metadata.with("thread time", seconds(all))
                        .with("recorded thread time", seconds(covered))
                        .with("longest unrecorded thread time", seconds(longest));
        if (load > 0
                && metadata.get("hwThreads").orElse(null) instanceof Metadata.Value.Whole cores)
            more = more.with("process cpu time", new Metadata.Value.Real(load * cores.value()));
        return virtualThreads ? more.with("virtual threads", "waits not recorded") : more;
    }

    private static Metadata.Value seconds(double nanos) {
        return new Metadata.Value.Real(nanos / 1e9);
    }
}
