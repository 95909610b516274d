package treeline.record.parts;

import treeline.model.Metric;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.List;

/// The metrics of a recording.
///
/// @param labels text metrics of nodes
/// @param numbers numeric metrics besides time and calls
public record RecordedMetrics(List<String> labels, List<Metric> numbers) {
    public static final String TIME = "time";
    public static final String CALLS = "calls";

    public RecordedMetrics {
        labels = List.copyOf(labels);
        numbers = List.copyOf(numbers);
    }

    /// All metrics of the written profile: time, calls, then the numbers.
    List<Metric> all() {
        List<Metric> all = new ArrayList<>();
        all.add(new Metric(TIME, Unit.NANOSECONDS, Metric.Scope.INCLUSIVE));
        all.add(new Metric(CALLS, Unit.COUNT, Metric.Scope.EXCLUSIVE));
        all.addAll(numbers);
        return all;
    }
}
