package treeline.figure;

import treeline.ensemble.Ensemble;
import treeline.ensemble.statistics.MetricCoverage;
import treeline.model.Metric;
import treeline.table.Column;
import treeline.view.ContextSummary;
import treeline.view.DisplayNames;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Titles, labels and number formats that several figures share.
final class Captions {
    /// Which nodes are drawn where there are more.
    static final String LARGEST = "the largest";

    private Captions() {}

    /// `time (inclusive) of 8 runs`.
    static String of(List<Metric> metrics, Ensemble runs) {
        return of(metrics, runs.runs());
    }

    private static String of(List<Metric> metrics, int runs) {
        return "%s of %s"
                .formatted(
                        metrics.stream().map(DisplayNames::of).collect(Collectors.joining(", ")),
                        ContextSummary.counted(runs, "run"));
    }

    /// @param runs how many runs count
    static String of(Metric metric, int runs) {
        return of(List.of(metric), runs);
    }

    static String of(Metric metric, Ensemble runs) {
        return of(List.of(metric), runs);
    }

    /// The metrics that some runs have no value of. The command line has warned of them by then.
    static List<String> lacking(Ensemble runs, List<Metric> metrics, Wording wording) {
        if (wording == Wording.COMMAND_LINE) return List.of();
        return metrics.stream()
                .map(metric -> MetricCoverage.of(runs, metric))
                .filter(coverage -> !coverage.isComplete())
                .map(coverage -> lacking(runs, coverage))
                .toList();
    }

    private static String lacking(Ensemble runs, MetricCoverage coverage) {
        List<String> names = coverage.without().stream().map(run -> runs.keys().get(run)).toList();
        return "%s without '%s': %s"
                .formatted(
                        ContextSummary.counted(names.size(), "run"),
                        coverage.metric().name(),
                        DisplayNames.some(names));
    }

    /// The first rows of a column; NaN where there is no number.
    static List<Double> numbers(Column column, int rows) {
        return IntStream.range(0, rows).mapToObj(row -> number(column, row)).toList();
    }

    static double number(Column column, int row) {
        return column.isMissing(row) ? Double.NaN : column.number(row);
    }
}
