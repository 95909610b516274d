package treeline.question.runs;

import treeline.ensemble.Ensemble;
import treeline.ensemble.ShortNames;
import treeline.ensemble.ThresholdedTable;
import treeline.ensemble.statistics.Pivot;
import treeline.model.Metric;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunChecks;
import treeline.question.runs.input.RunGrouping;
import treeline.question.runs.input.ThresholdOption;
import treeline.single.Grouping;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// `ensemble pivot`: a pivot table with one row per run or group of runs and one column per
/// function.
record EnsemblePivot(Ensemble runs, Metric metric, Arguments arguments) {
    private static final Parameter<Grouping> BY =
            Parameter.of(
                    "by",
                    ParameterType.choice(Grouping.class),
                    "how to group nodes (default: function)");
    private static final String RUN = "run";

    static Question question(EnsembleOptions options) {
        return options.question(
                        "ensemble pivot",
                        "show one column per function and one row per run or group of runs",
                        options.choosingValues(
                                RunOptions.METRIC,
                                RunGrouping.GROUP_BY,
                                BY,
                                ThresholdOption.THRESHOLD,
                                RowLimit.TOP),
                        EnsemblePivot::answer)
                .example(
                        "treeline ensemble pivot 'runs/*.tldb' --group-by ranks",
                        "the mean time of each function, by rank count");
    }

    private static Answer answer(Ensemble ensemble, Arguments arguments, Session session) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        List<Statement> warnings = new ArrayList<>();
        Ensemble runs = RunChecks.complete(ensemble, List.of(metric), arguments, warnings::add);
        if (RunGrouping.isAsked(arguments))
            RunChecks.warnOfSettings(RunGrouping.of(runs, arguments).all(), warnings::add);
        return new EnsemblePivot(runs, metric, arguments).answer(warnings);
    }

    private Answer answer(List<Statement> warnings) {
        ThresholdedTable shown = pivot(ThresholdOption.forReaders(arguments));
        Table all = pivot(ThresholdOption.forPrograms(arguments)).table();
        List<Column> keys = keys(all, all.column(RUN));
        List<Column> labels = keys(shown.table(), shortNames());
        List<Column> readers = columns(shown.table(), labels);
        List<Column> programs = columns(all, keys);
        int functions = readers.size() - labels.size();
        var table = new GroupedTable(labels.getFirst().name(), arguments);
        table.add(
                new GroupedTable.Rows(
                        readers,
                        ThresholdOption.footnote(
                                shown.hidden(), shown.hidden() + functions, "functions", arguments),
                        List.of(),
                        () -> programs));
        String title =
                "%s of %s"
                        .formatted(
                                RunOptions.metricText(metric),
                                ContextSummary.counted(runs.runs(), "run"));
        return table.answer("ensemble pivot", title, warnings).metric(metric).build();
    }

    private ThresholdedTable pivot(Threshold threshold) {
        return Pivot.excerpt(
                RunGrouping.means(runs, arguments),
                metric,
                arguments.value(BY, Grouping.FUNCTION),
                threshold);
    }

    /// The names of runs without their common folder.
    private Column shortNames() {
        return Column.text(RUN, ShortNames.of(runs.keys()).all());
    }

    /// The columns that name a row.
    private List<Column> keys(Table pivot, Column names) {
        return RunGrouping.isAsked(arguments)
                ? RunGrouping.of(runs, arguments).keys(Set.copyOf(pivot.names()))
                : List.of(names);
    }

    private List<Column> columns(Table pivot, List<Column> keys) {
        List<Column> columns = new ArrayList<>(keys);
        for (Column column : pivot.columns())
            if (!column.name().equals(RUN)) columns.add(column.in(metric.unit()));
        return columns;
    }
}
