package treeline.record;

import treeline.model.Metric;
import treeline.model.Unit;
import treeline.record.parts.RecordedMetrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// A metric of the program's own. A consistent one is a text that is the same for every call of an
/// event (a tag); an inconsistent one is a number that varies.
public record DeclaredMetric(String name, boolean consistent, Unit unit, Metric.Scope scope) {

    public DeclaredMetric {
        if (name.isBlank()) throw new IllegalArgumentException("metric name is blank");
        if (name.equals(RecordedMetrics.TIME) || name.equals(RecordedMetrics.CALLS))
            throw new IllegalArgumentException(
                    "metric name '%s' is taken by the recorder".formatted(name));
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(scope, "scope");
    }

    public static DeclaredMetric consistent(String name) {
        return new DeclaredMetric(name, true, Unit.COUNT, Metric.Scope.POINT);
    }

    /// A quantity that events add to, such as bytes or operations. What an event is given counts
    /// for it alone, so that calls, iterations, threads and the events inside it add up. For a
    /// reading that does not (a high-water mark), say `scoped(Metric.Scope.POINT)`; for one that
    /// holds what the events inside it are given too, `INCLUSIVE`.
    public static DeclaredMetric inconsistent(String name) {
        return new DeclaredMetric(name, false, Unit.COUNT, Metric.Scope.EXCLUSIVE);
    }

    public DeclaredMetric in(Unit other) {
        return new DeclaredMetric(name, consistent, other, scope);
    }

    public DeclaredMetric scoped(Metric.Scope other) {
        return new DeclaredMetric(name, consistent, unit, other);
    }

    /// TinyProf's list, such as `tag:0;mem:1`: 0 is consistent and 1 is not (section IV-A).
    public static List<DeclaredMetric> parse(String list) {
        List<DeclaredMetric> metrics = new ArrayList<>();
        if (list.isBlank()) return metrics;
        for (String entry : list.split(";", -1)) {
            int colon = entry.lastIndexOf(':');
            String kind = entry.substring(colon + 1).strip();
            if (colon < 1 || !(kind.equals("0") || kind.equals("1")))
                throw new IllegalArgumentException(
                        "metrics '%s': expected entries name:0 (consistent) or name:1, found '%s'"
                                .formatted(list, entry));
            String name = entry.substring(0, colon).strip();
            metrics.add(kind.equals("0") ? consistent(name) : inconsistent(name));
        }
        return metrics;
    }
}
