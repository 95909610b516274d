package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.output.Sheet;
import treeline.model.Metric;
import treeline.table.Column;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// How many of the rows of a table are drawn, and what to say of the others.
///
/// @param what rows are, such as `nodes`
record PlotRows(int count, int all, String what) {

    static PlotRows of(int all, String what, Arguments arguments) {
        return new PlotRows(Math.min(all, Sheet.top(arguments)), all, what);
    }

    List<String> notes() {
        return count == all
                ? List.of()
                : List.of(
                        "%d of %d %s, the largest; --top %d draws all"
                                .formatted(count, all, what, all));
    }

    /// The first rows of a column; NaN where there is no number.
    static List<Double> numbers(Column column, int rows) {
        return IntStream.range(0, rows)
                .mapToObj(row -> column.isMissing(row) ? Double.NaN : column.number(row))
                .toList();
    }

    static String metricNames(List<Metric> metrics) {
        return metrics.stream().map(RunOptions::metricText).collect(Collectors.joining(", "));
    }
}
