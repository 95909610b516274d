package treeline.question.runs;

import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeThreshold;
import treeline.ensemble.ShortNames;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.input.RowLimit;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunChecks;
import treeline.question.runs.input.ThresholdOption;
import treeline.table.Column;
import treeline.table.Table;
import treeline.table.WholeColumn;
import treeline.view.ContextSummary;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// `ensemble values`: all metrics of each node in each run, one row per node and run.
final class EnsembleValues {
    private static final Parameter<String> COLUMN =
            Parameter.of("column", ParameterType.text("METADATA"), "metadata to add as a column")
                    .severalTimes();
    private static final String RUN = "run";

    private EnsembleValues() {}

    static Question question(EnsembleOptions options) {
        return options.question(
                        "ensemble values",
                        "show the values of all metrics at each node in each run",
                        options.choosingValues(
                                EnsembleOptions.METRICS,
                                COLUMN,
                                ThresholdOption.THRESHOLD,
                                RowLimit.TOP),
                        EnsembleValues::answer)
                .example(
                        "treeline ensemble values 'runs/*.tldb' --column ranks --csv",
                        "a table for pandas, R or a spreadsheet");
    }

    private static Answer answer(Ensemble ensemble, Arguments arguments, Session session) {
        boolean named = arguments.has(EnsembleOptions.METRICS);
        List<Metric> metrics =
                named ? EnsembleOptions.metrics(ensemble, arguments) : ensemble.metrics();
        List<Statement> warnings = new ArrayList<>();
        List<Metric> required = named ? metrics : List.of();
        Ensemble runs = RunChecks.complete(ensemble, required, arguments, warnings::add);
        Ensemble selected = runs.withMetrics(metrics);
        List<Metric> sizes = named ? metrics : List.of(EnsembleOptions.metric(runs, arguments));
        ThresholdOption shown = ThresholdOption.forReaders(selected, sizes, arguments);
        Table values = selected.performance(arguments.all(COLUMN).toArray(String[]::new));
        String title =
                "%s of %s at %s"
                        .formatted(
                                ContextSummary.counted(metrics.size(), "metric"),
                                ContextSummary.counted(runs.runs(), "run"),
                                ContextSummary.counted(runs.tree().size(), "node"));
        int folder = ShortNames.of(selected.keys()).folder().length();
        var table = new GroupedTable("path", arguments);
        table.add(
                new GroupedTable.Rows(
                        columns(
                                rows(values, shown.nodes()),
                                selected,
                                run -> run.substring(folder)),
                        shown.footnote(),
                        List.of(),
                        () ->
                                columns(
                                        rows(
                                                values,
                                                ThresholdOption.forPrograms(
                                                        selected, sizes, arguments)),
                                        selected,
                                        UnaryOperator.identity())));
        return table.answer("ensemble values", title, warnings).build();
    }

    private static Table rows(Table values, NodeThreshold nodes) {
        WholeColumn node = values.whole("node");
        return values.filter(row -> nodes.contains((int) node.at(row)));
    }

    /// @param runName the name of a run as it is shown
    private static List<Column> columns(
            Table rows, Ensemble ensemble, UnaryOperator<String> runName) {
        int first = rows.names().size() - ensemble.metrics().size();
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < rows.names().size(); i++) {
            Column column = rows.columns().get(i);
            Unit unit = i < first ? Unit.COUNT : ensemble.metrics().get(i - first).unit();
            Column shown =
                    column.name().equals(RUN)
                            ? Column.text(RUN, rows.rows(), row -> runName.apply(column.text(row)))
                            : column;
            columns.add(shown.in(unit));
        }
        return columns;
    }
}
