package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.app.commands.input.ContextSummary;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Pivot;
import treeline.model.Metric;
import treeline.single.Grouping;
import treeline.table.Column;
import treeline.table.Table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// `treeline ensemble pivot`: a row for each run or group of runs, functions across.
final class PivotQuestion {
    private static final Option<Grouping> BY =
            Option.of(
                    "by",
                    Value.choice(Grouping.class),
                    "what nodes are added up by (default: function)");
    private static final String RUN = "run";

    private PivotQuestion() {}

    static Command command(EnsembleOptions options) {
        return options.question(
                "pivot",
                "functions across, a row for each run or group of runs",
                options.choosingValues(
                        RunOptions.METRIC,
                        Groups.GROUP_BY,
                        BY,
                        ShownRows.THRESHOLD,
                        Sheet.TOP,
                        Sheet.JSON,
                        Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline ensemble pivot 'runs/*.cali' --group-by ranks",
                                "the mean time of each function, by rank count")),
                PivotQuestion::answer);
    }

    private static int answer(Ensemble ensemble, Arguments arguments, Console console)
            throws IOException {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        Table pivot =
                Pivot.of(
                        Groups.means(ensemble, arguments),
                        metric,
                        arguments.value(BY, Grouping.FUNCTION),
                        ShownRows.threshold(arguments));
        String title =
                "%s of %s"
                        .formatted(
                                RunOptions.metricText(metric),
                                ContextSummary.counted(ensemble.runs(), "run"));
        List<Measured> values = new ArrayList<>();
        for (Column column : pivot.columns())
            if (!column.name().equals(RUN))
                values.add(new Measured(column, column.name(), metric.unit()));
        List<Column> labels = labels(ensemble, pivot, arguments);
        List<Measured> columns = new ArrayList<>();
        labels.forEach(label -> columns.add(Measured.plain(label)));
        columns.addAll(values);
        return new Answer("pivot", title, labels.getFirst().name())
                .metric(metric)
                .add(columns, List.of())
                .print(arguments, console);
    }

    private static List<Column> labels(Ensemble ensemble, Table pivot, Arguments arguments) {
        return Groups.areAsked(arguments)
                ? Groups.of(ensemble, arguments).keys(Set.copyOf(pivot.names()))
                : List.of(pivot.column(RUN));
    }
}
