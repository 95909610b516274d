package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Measured;
import treeline.ensemble.ShortNames;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.table.Column;
import treeline.table.Table;
import treeline.table.WholeColumn;
import treeline.view.ContextSummary;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `treeline ensemble values`: a row for each run at each node with all metrics, as other programs
/// want it.
final class ValuesQuestion {
    private static final Parameter<String> COLUMN =
            Parameter.of(
                            "column",
                            ParameterType.text("METADATA"),
                            "metadata to put beside the values")
                    .severalTimes();
    private static final String RUN = "run";

    private ValuesQuestion() {}

    static Command command(EnsembleOptions options) {
        return options.question(
                "values",
                "show the values of all metrics at each node in each run",
                options.choosingValues(
                        EnsembleOptions.METRICS,
                        COLUMN,
                        ShownRows.THRESHOLD,
                        Sheet.TOP,
                        Sheet.JSON,
                        Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline ensemble values 'runs/*.cali' --column ranks --csv",
                                "a table for pandas, R or a spreadsheet")),
                ValuesQuestion::answer);
    }

    private static int answer(Ensemble ensemble, Arguments arguments, Console console)
            throws IOException {
        List<Metric> metrics =
                arguments.has(EnsembleOptions.METRICS)
                        ? EnsembleOptions.metrics(ensemble, arguments)
                        : ensemble.metrics();
        Ensemble runs = RunChecks.complete(ensemble, asked(metrics, arguments), arguments, console);
        Ensemble chosen = runs.withMetrics(metrics);
        ShownRows shown =
                ShownRows.of(
                        chosen,
                        arguments.has(EnsembleOptions.METRICS)
                                ? metrics
                                : List.of(EnsembleOptions.metric(runs, arguments)),
                        arguments);
        Table values = chosen.performance(arguments.all(COLUMN).toArray(String[]::new));
        WholeColumn nodes = values.whole("node");
        Table rows = values.filter(row -> shown.contains((int) nodes.at(row)));
        String title =
                "%s of %s at %s"
                        .formatted(
                                ContextSummary.counted(metrics.size(), "metric"),
                                ContextSummary.counted(runs.runs(), "run"),
                                ContextSummary.counted(runs.tree().size(), "node"));
        return new Answer("values", title, "path")
                .add(columns(rows, chosen, arguments), shown.notes())
                .print(arguments, console);
    }

    /// Where no metric is named, nobody misses one.
    private static List<Metric> asked(List<Metric> metrics, Arguments arguments) {
        return arguments.has(EnsembleOptions.METRICS) ? metrics : List.of();
    }

    private static List<Measured> columns(Table rows, Ensemble ensemble, Arguments arguments) {
        int first = rows.names().size() - ensemble.metrics().size();
        ShortNames names = ShortNames.of(ensemble.keys());
        List<Measured> columns = new ArrayList<>();
        for (int i = 0; i < rows.names().size(); i++) {
            Column column = rows.columns().get(i);
            Unit unit = i < first ? Unit.COUNT : ensemble.metrics().get(i - first).unit();
            boolean shortened = column.name().equals(RUN) && !DataAnswer.isAsked(arguments);
            columns.add(
                    new Measured(
                            shortened
                                    ? Column.text(
                                            RUN,
                                            rows.rows(),
                                            row ->
                                                    column.text(row)
                                                            .substring(names.folder().length()))
                                    : column,
                            column.name(),
                            unit));
        }
        return columns;
    }
}
