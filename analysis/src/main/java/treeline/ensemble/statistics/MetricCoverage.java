package treeline.ensemble.statistics;

import treeline.ensemble.Ensemble;
import treeline.ensemble.RunGroup;
import treeline.model.Metric;
import treeline.model.SparseRows;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The runs without a value of a metric, and the metrics that they have instead. Results that
/// exclude runs must say so.
///
/// @param runs the number of all runs
/// @param without the indexes of the runs without a value
/// @param instead the metrics of which at least one of these runs has a value
public record MetricCoverage(Metric metric, int runs, List<Integer> without, List<Metric> instead) {

    private static final int MAX_INSTEAD = 3;

    public MetricCoverage {
        without = List.copyOf(without);
        instead = List.copyOf(instead);
    }

    public static MetricCoverage of(Ensemble ensemble, Metric metric) {
        SparseRows rows = ensemble.column(metric).byContext();
        List<Integer> without =
                IntStream.range(0, ensemble.runs())
                        .filter(run -> rows.start(run) == rows.end(run))
                        .boxed()
                        .toList();
        List<Metric> instead = new ArrayList<>();
        for (Metric each : ensemble.metrics()) {
            SparseRows others = ensemble.column(each).byContext();
            if (without.stream().anyMatch(run -> others.start(run) < others.end(run)))
                instead.add(each);
        }
        return new MetricCoverage(metric, ensemble.runs(), without, instead);
    }

    /// Of the runs of a group.
    public static MetricCoverage of(RunGroup group, Metric metric) {
        return of(group.ensemble(), metric);
    }

    /// The metrics instead, as text: `'cpu'`, or `'time' in bytes` if it has the name of the metric
    /// and another unit, which does not convert.
    public String insteadText() {
        return instead.stream()
                .map(each -> "'%s'%s".formatted(each.name(), unitIfNamedAlike(each)))
                .distinct()
                .limit(MAX_INSTEAD)
                .collect(Collectors.joining(", "));
    }

    /// Whether the runs have a metric of the same name in a unit that does not convert.
    public boolean isInAnotherUnit() {
        return instead.stream().anyMatch(each -> !unitIfNamedAlike(each).isEmpty());
    }

    private String unitIfNamedAlike(Metric other) {
        return other.name().equals(metric.name()) && !other.unit().equals(metric.unit())
                ? " in " + unitText(other.unit())
                : "";
    }

    /// `s`, or `counts` of a metric without a unit.
    public static String unitText(Unit unit) {
        return unit.symbol().isEmpty() ? "counts" : unit.symbol();
    }

    /// Whether every run has a value.
    public boolean isComplete() {
        return without.isEmpty();
    }

    /// Whether no run has one.
    public boolean isEmpty() {
        return without.size() == runs;
    }

    /// `no run of Base_Seq has 'Avg time/rank'; it has 'time'`, or how many have none.
    ///
    /// @param whole what the runs are called together, such as the label of their group
    public String message(String whole) {
        String has = instead.isEmpty() ? "no metric" : insteadText();
        if (isEmpty())
            return "no run of %s has '%s'; it has %s".formatted(whole, metric.name(), has);
        String form =
                without.size() == 1
                        ? "%d of the %d runs of %s has no '%s'; it has %s"
                        : "%d of the %d runs of %s have no '%s'; they have %s";
        return form.formatted(without.size(), runs, whole, metric.name(), has);
    }
}
