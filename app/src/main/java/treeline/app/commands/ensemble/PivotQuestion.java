package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Excerpt;
import treeline.ensemble.Measured;
import treeline.ensemble.Pivot;
import treeline.ensemble.ShortNames;
import treeline.model.Metric;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.single.Grouping;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// `treeline ensemble pivot`: a row for each run or group of runs, functions across.
final class PivotQuestion {
    private static final Parameter<Grouping> BY =
            Parameter.of(
                    "by",
                    ParameterType.choice(Grouping.class),
                    "what nodes are added up by (default: function)");
    private static final String RUN = "run";

    private PivotQuestion() {}

    static Command command(EnsembleOptions options) {
        return options.question(
                "pivot",
                "show functions across, with a row for each run or group of runs",
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
        Ensemble runs = RunChecks.complete(ensemble, List.of(metric), arguments, console);
        Excerpt pivot =
                Pivot.excerpt(
                        Groups.means(runs, arguments),
                        metric,
                        arguments.value(BY, Grouping.FUNCTION),
                        ShownRows.threshold(arguments));
        String title =
                "%s of %s"
                        .formatted(
                                RunOptions.metricText(metric),
                                ContextSummary.counted(runs.runs(), "run"));
        if (Groups.areAsked(arguments))
            RunChecks.warnOfSettings(Groups.of(runs, arguments).all(), console);
        List<Column> labels = labels(runs, pivot.table(), arguments);
        List<Measured> columns = new ArrayList<>();
        labels.forEach(label -> columns.add(Measured.plain(label)));
        for (Column column : pivot.table().columns())
            if (!column.name().equals(RUN))
                columns.add(new Measured(column, column.name(), metric.unit()));
        int shown = columns.size() - labels.size();
        return new Answer("pivot", title, labels.getFirst().name())
                .metric(metric)
                .add(
                        columns,
                        ShownRows.notes(
                                pivot.hidden(), pivot.hidden() + shown, "functions", arguments))
                .print(arguments, console);
    }

    /// Runs are called without their common folder where people read it.
    private static List<Column> labels(Ensemble ensemble, Table pivot, Arguments arguments) {
        if (Groups.areAsked(arguments))
            return Groups.of(ensemble, arguments).keys(Set.copyOf(pivot.names()));
        return List.of(
                DataAnswer.isAsked(arguments)
                        ? pivot.column(RUN)
                        : Column.text(RUN, ShortNames.of(ensemble.keys()).all()));
    }
}
