package treeline.formats.otf2;

import treeline.model.Unit;
import treeline.source.trace.Counter;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Metrics that a location recorded. Those that accumulate and are read at every enter and leave
/// are attributed to call paths; all others become counters.
final class LocationMetrics {
    private final Otf2Definitions definitions;
    private final Map<Integer, Accumulated> accumulated = new TreeMap<>(); // by member
    private final Map<Integer, Counter.Builder> counters = new TreeMap<>();
    private final List<Reading> pending = new ArrayList<>();

    /// Values of a metric by call path.
    static final class Accumulated {
        private double last = Double.NaN;
        private final Map<Integer, Double> byPath = new HashMap<>();

        Map<Integer, Double> byPath() {
            return byPath;
        }
    }

    private record Reading(int member, double value) {}

    LocationMetrics(Otf2Definitions definitions) {
        this.definitions = definitions;
    }

    void read(long nanos, int metric, byte[] types, long[] values) {
        Otf2Definitions.MetricClass read = definitions.metricClass(metric);
        for (int i = 0; i < Math.min(values.length, read.members().size()); i++) {
            int member = read.members().get(i);
            Otf2Definitions.MetricMember known = definitions.metricMembers.get(member);
            if (known == null) continue;
            double value =
                    (types[i] == Otf2Layout.DOUBLE
                                    ? Double.longBitsToDouble(values[i])
                                    : (double) values[i])
                            * scale(known);
            if (isAccumulated(known, read)) pending.add(new Reading(member, value));
            else
                counters.computeIfAbsent(member, _ -> new Counter.Builder())
                        .add(Math.max(0, nanos), value);
        }
    }

    private static boolean isAccumulated(
            Otf2Definitions.MetricMember member, Otf2Definitions.MetricClass metrics) {
        return (member.mode() & 0xF) == Otf2Layout.ACCUMULATED
                && metrics.occurrence() == Otf2Layout.SYNCHRONOUS_STRICT;
    }

    /// Values are given as multiples of a power of 2 or of 10.
    private static double scale(Otf2Definitions.MetricMember member) {
        return Math.pow(member.base() == 0 ? 2 : 10, (double) member.exponent());
    }

    /// The readings since the last enter or leave belong to the call that was active until now.
    void moveTo(int path) {
        for (Reading reading : pending) {
            Accumulated metric =
                    accumulated.computeIfAbsent(reading.member, _ -> new Accumulated());
            if (path >= 0 && !Double.isNaN(metric.last))
                metric.byPath.merge(path, reading.value - metric.last, Double::sum);
            metric.last = reading.value;
        }
        pending.clear();
    }

    Map<Integer, Accumulated> accumulated() {
        return accumulated;
    }

    /// Counters of a context.
    List<Counter> counters(int context) {
        List<Counter> built = new ArrayList<>();
        counters.forEach(
                (member, values) -> {
                    Otf2Definitions.MetricMember known = definitions.metricMembers.get(member);
                    if (known != null)
                        built.add(values.build(known.name(), Unit.of(known.unit()), context));
                });
        return built;
    }
}
