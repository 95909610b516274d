package treeline.record;

import treeline.model.Metric;
import treeline.model.Unit;
import treeline.record.parts.RecordedMetrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// A metric that the program declares. A consistent metric is a label: a string that is the same in
/// every call of an event, such as a tag. An inconsistent metric is a number that varies.
public record DeclaredMetric(String name, boolean consistent, Unit unit, Metric.Scope scope) {

    public DeclaredMetric {
        if (name.isBlank()) throw new IllegalArgumentException("metric name is blank");
        if (name.equals(RecordedMetrics.TIME) || name.equals(RecordedMetrics.CALLS))
            throw new IllegalArgumentException("metric name '%s' is reserved".formatted(name));
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(scope, "scope");
    }

    public static DeclaredMetric consistent(String name) {
        return new DeclaredMetric(name, true, Unit.COUNT, Metric.Scope.POINT);
    }

    /// An exclusive quantity, such as bytes or operations, summed over calls, iterations, threads
    /// and nested events. For a reading that must not be added, such as a high-water mark, use
    /// `scoped(Metric.Scope.POINT)`; if values already include nested events, use `INCLUSIVE`.
    public static DeclaredMetric inconsistent(String name) {
        return new DeclaredMetric(name, false, Unit.COUNT, Metric.Scope.EXCLUSIVE);
    }

    public DeclaredMetric in(Unit other) {
        return new DeclaredMetric(name, consistent, other, scope);
    }

    public DeclaredMetric scoped(Metric.Scope other) {
        return new DeclaredMetric(name, consistent, unit, other);
    }

    /// Parses TinyProf's list, such as `tag:0;mem:1`: 0 is consistent, 1 is not (section IV-A).
    public static List<DeclaredMetric> parse(String list) {
        List<DeclaredMetric> metrics = new ArrayList<>();
        if (list.isBlank()) return metrics;
        for (String entry : list.split(";", -1)) {
            int colon = entry.lastIndexOf(':');
            String kind = entry.substring(colon + 1).strip();
            if (colon < 1 || !(kind.equals("0") || kind.equals("1")))
                throw new IllegalArgumentException(
                        "metrics '%s': expected name:0 (label) or name:1 (number), found '%s'"
                                .formatted(list, entry));
            String name = entry.substring(0, colon).strip();
            metrics.add(kind.equals("0") ? consistent(name) : inconsistent(name));
        }
        return metrics;
    }
}
