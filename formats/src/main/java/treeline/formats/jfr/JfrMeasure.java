package treeline.formats.jfr;

import jdk.jfr.consumer.RecordedEvent;

import org.jspecify.annotations.Nullable;

import treeline.model.Metric;
import treeline.model.Unit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The contribution of a JDK event to a metric: a count of one, its duration, or one of its fields.
///
/// @param field of the value; empty for the duration, null for a count
/// @param classField the field with the allocated, thrown or awaited class, or empty
record JfrMeasure(String event, Metric metric, @Nullable String field, String classField) {
    static final String EXECUTION = "jdk.ExecutionSample";
    static final String NATIVE = "jdk.NativeMethodSample";
    private static final String CPU_TIME = "jdk.CPUTimeSample";
    static final String COLLECTION = "jdk.GarbageCollection";
    static final Metric SAMPLES = exclusive("execution samples", Unit.COUNT);

    private static final List<JfrMeasure> ALL = new ArrayList<>();
    private static final Map<String, List<JfrMeasure>> BY_EVENT = new LinkedHashMap<>();

    static {
        count(EXECUTION, SAMPLES.name());
        value(CPU_TIME, "cpu time", Unit.NANOSECONDS, "samplingPeriod", "");
        count(NATIVE, "native samples");
        value("jdk.ObjectAllocationSample", "allocated", Unit.BYTES, "weight", "objectClass");
        value(
                "jdk.ObjectAllocationInNewTLAB",
                "allocated in new TLABs",
                Unit.BYTES,
                "tlabSize",
                "objectClass");
        value(
                "jdk.ObjectAllocationOutsideTLAB",
                "allocated outside TLABs",
                Unit.BYTES,
                "allocationSize",
                "objectClass");
        duration("jdk.JavaMonitorEnter", "monitor enter", "monitorClass");
        duration("jdk.JavaMonitorWait", "monitor wait", "monitorClass");
        duration("jdk.ThreadPark", "thread park", "parkedClass");
        duration("jdk.ThreadSleep", "thread sleep", "");
        duration("jdk.VirtualThreadPinned", "virtual thread pinned", "");
        duration("jdk.SocketRead", "socket read", "");
        value("jdk.SocketRead", "socket bytes read", Unit.BYTES, "bytesRead", "");
        duration("jdk.SocketWrite", "socket write", "");
        value("jdk.SocketWrite", "socket bytes written", Unit.BYTES, "bytesWritten", "");
        duration("jdk.FileRead", "file read", "");
        value("jdk.FileRead", "file bytes read", Unit.BYTES, "bytesRead", "");
        duration("jdk.FileWrite", "file write", "");
        value("jdk.FileWrite", "file bytes written", Unit.BYTES, "bytesWritten", "");
        duration("jdk.FileForce", "file force", "");
        thrown("jdk.JavaExceptionThrow", "exceptions");
        thrown("jdk.JavaErrorThrow", "errors");
        value(COLLECTION, "gc pauses", Unit.NANOSECONDS, "sumOfPauses", "");
        count(COLLECTION, "collections");
        for (JfrMeasure each : ALL)
            BY_EVENT.computeIfAbsent(each.event, _ -> new ArrayList<>()).add(each);
    }

    static List<JfrMeasure> all() {
        return List.copyOf(ALL);
    }

    static List<JfrMeasure> of(String event) {
        return BY_EVENT.getOrDefault(event, List.of());
    }

    private static Metric exclusive(String name, Unit unit) {
        return new Metric(name, unit, Metric.Scope.EXCLUSIVE);
    }

    private static void count(String event, String name) {
        ALL.add(new JfrMeasure(event, exclusive(name, Unit.COUNT), null, ""));
    }

    private static void thrown(String event, String name) {
        ALL.add(new JfrMeasure(event, exclusive(name, Unit.COUNT), null, "thrownClass"));
    }

    private static void duration(String event, String name, String classField) {
        ALL.add(new JfrMeasure(event, exclusive(name, Unit.NANOSECONDS), "", classField));
    }

    private static void value(
            String event, String name, Unit unit, String field, String classField) {
        ALL.add(new JfrMeasure(event, exclusive(name, unit), field, classField));
    }

    /// Whether it says where a thread was at a time.
    boolean isSample() {
        return event.equals(EXECUTION) || event.equals(NATIVE) || event.equals(CPU_TIME);
    }

    /// Whether it is how long the event took.
    boolean isDuration() {
        return field != null && field.isEmpty();
    }

    /// Whether it says what a thread did over time.
    boolean isOfTime() {
        return isSample() || isDuration();
    }

    /// What an event adds; NaN where it does not have the field.
    double of(RecordedEvent recorded) {
        if (field == null) return 1;
        if (field.isEmpty()) return nanos(recorded.getDuration());
        if (!recorded.hasField(field)) return Double.NaN;
        return metric.unit().equals(Unit.NANOSECONDS)
                ? nanos(recorded.getDuration(field))
                : recorded.getLong(field);
    }

    static double nanos(Duration duration) {
        return duration.getSeconds() * 1e9 + duration.getNano();
    }
}
