package treeline.record;

import treeline.model.Metric;
import treeline.model.Unit;
import treeline.record.ranks.Communicator;

/// Metrics that the recorder measures itself, in addition to wall-clock time. Each takes a reading
/// at both ends of every event, so all are off by default.
public enum BuiltIn {
    /// CPU time of the thread. Absent on virtual threads, whose CPU time the JVM does not report.
    CPU("cpu", "ns"),
    /// Bytes allocated by the thread. Absent on virtual threads.
    ALLOCATED("allocated", "B"),
    /// Garbage collection time of the whole JVM while the event was open.
    GC("gc", "ms"),
    /// Bytes that the rank sent and received through the communicator given to the recorder.
    MOVED("moved", "B");

    /// Marks a missing reading.
    static final long NO_READING = Long.MIN_VALUE;

    final String metricName;
    final String unitSymbol;

    BuiltIn(String metricName, String unitSymbol) {
        this.metricName = metricName;
        this.unitSymbol = unitSymbol;
    }

    Metric metric() {
        return new Metric(metricName, Unit.of(unitSymbol), Metric.Scope.INCLUSIVE);
    }

    static BuiltIn named(String name) {
        for (BuiltIn each : values())
            if (each.metricName.equals(name) || each.name().equalsIgnoreCase(name)) return each;
        throw new IllegalArgumentException(
                "unknown built-in metric '%s'; available: cpu, allocated, gc, moved"
                        .formatted(name));
    }

    long reading(Communicator communicator) {
        return switch (this) {
            case CPU -> Readings.cpuNanos();
            case ALLOCATED -> Readings.allocatedBytes();
            case GC -> Readings.collectionMillis();
            case MOVED -> communicator.bytesMoved();
        };
    }

    /// A separate class, so that the management classes are loaded only if they are used.
    private static final class Readings {
        private static final com.sun.management.ThreadMXBean THREADS =
                (com.sun.management.ThreadMXBean)
                        java.lang.management.ManagementFactory.getThreadMXBean();
        private static final java.util.List<java.lang.management.GarbageCollectorMXBean>
                COLLECTORS = java.lang.management.ManagementFactory.getGarbageCollectorMXBeans();

        private Readings() {}

        static long cpuNanos() {
            if (Thread.currentThread().isVirtual() || !THREADS.isCurrentThreadCpuTimeSupported())
                return NO_READING;
            return known(THREADS.getCurrentThreadCpuTime());
        }

        static long allocatedBytes() {
            if (Thread.currentThread().isVirtual()) return NO_READING;
            return known(THREADS.getCurrentThreadAllocatedBytes());
        }

        static long collectionMillis() {
            long sum = 0;
            for (var collector : COLLECTORS) sum += Math.max(0, collector.getCollectionTime());
            return sum;
        }

        private static long known(long reading) {
            return reading < 0 ? NO_READING : reading;
        }
    }
}
