package treeline.question.runs;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.ensemble.statistics.NamedStatistics;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.answer.StatisticTree;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunChecks;
import treeline.question.runs.input.ThresholdOption;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.Reduction;
import treeline.view.ContextSummary;
import treeline.view.TreeRows;
import treeline.view.TreeTable;

import java.util.ArrayList;
import java.util.List;

/// `ensemble tree`: the call tree of all runs with statistics at each node.
final class EnsembleTree {
    private static final Parameter<String> STATISTIC =
            Parameter.of(
                            "statistic",
                            ParameterType.text("NAME"),
                            "mean, median, std, var, min, max, sum, count or p0 to p100 (default:"
                                    + " mean, std, min, max)")
                    .severalTimes();
    private static final Parameter<Integer> DEPTH =
            Parameter.of(
                            "depth",
                            ParameterType.whole("N", 1, Integer.MAX_VALUE),
                            "levels to show (default: all)")
                    .letter('d');
    private static final Parameter<Double> THRESHOLD =
            Parameter.of(
                    "threshold",
                    ParameterType.real("PERCENT", 0, 100),
                    "omit nodes with a smaller share of the total (default: 1; 0 with --csv,"
                            + " --json, --paths or --nodes-where)");
    private static final List<Statistic> DEFAULT_STATISTICS =
            List.of(Statistic.MEAN, Statistic.STD, Statistic.MIN, Statistic.MAX);

    private final Ensemble ensemble;
    private final Metric metric;
    private final Arguments arguments;
    private final List<Statistic> statistics;
    private final Profile means;
    private final List<StatisticTree.Values> columns;

    private EnsembleTree(Ensemble ensemble, Metric metric, Arguments arguments) {
        this.ensemble = ensemble;
        this.metric = metric;
        this.arguments = arguments;
        this.statistics =
                arguments.has(STATISTIC)
                        ? arguments.all(STATISTIC).stream()
                                .distinct()
                                .map(Statistic::named)
                                .toList()
                        : DEFAULT_STATISTICS;
        this.means = ensemble.aggregated(Statistic.MEAN).profile();
        this.columns = statistics.stream().map(this::values).toList();
    }

    private StatisticTree.Values values(Statistic statistic) {
        double[] ofNode = Statistics.values(ensemble, metric, statistic);
        return new StatisticTree.Values(statistic.name(), unit(statistic), node -> ofNode[node]);
    }

    private Unit unit(Statistic statistic) {
        return NamedStatistics.isPlain(statistic.name()) ? Unit.COUNT : metric.unit();
    }

    static Question question(EnsembleOptions options) {
        return options.question(
                        "ensemble tree",
                        "show the call tree of all runs with statistics at each node",
                        options.choosingValues(RunOptions.METRIC, STATISTIC, DEPTH, THRESHOLD),
                        EnsembleTree::answer)
                .example(
                        "treeline ensemble tree 'runs/*.tldb' --where 'ranks = 64'",
                        "mean, deviation and extremes on the tree");
    }

    private static Answer answer(Ensemble ensemble, Arguments arguments, Session session) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        List<Statement> warnings = new ArrayList<>();
        Ensemble runs = RunChecks.complete(ensemble, List.of(metric), arguments, warnings::add);
        RunChecks.warnOfSettings(runs, warnings::add);
        return new EnsembleTree(runs, metric, arguments).answer(warnings);
    }

    private Answer answer(List<Statement> warnings) {
        TreeRows all = rows(TreeRows.Limits.NONE);
        String title =
                "%s of %s"
                        .formatted(
                                RunOptions.metricText(metric),
                                ContextSummary.counted(ensemble.runs(), "run"));
        double shown = ThresholdOption.percentForReaders(arguments, THRESHOLD);
        double exported = arguments.value(THRESHOLD, 0.0);
        return new Answer.Builder("ensemble tree", () -> table(rows(limits(all, exported))))
                .title(title)
                .text("heading", title)
                .metric(metric)
                .with(json -> json.name("nodes").value(means.tree().size()))
                .total(all.total())
                .add(warnings)
                .add(new StatisticTree(means.tree(), rows(limits(all, shown)), columns))
                .build();
    }

    private TreeRows rows(TreeRows.Limits limits) {
        return TreeRows.of(means, metric, Reduction.MEAN, limits);
    }

    /// The threshold is a share of the program: values from outside its regions may be fifty times
    /// as large.
    private TreeRows.Limits limits(TreeRows all, double percent) {
        double outside = 0;
        for (TreeRows.Row row : all.rows())
            if (row instanceof TreeRows.Shown shown
                    && shown.depth() == 0
                    && ensemble.tree().frame(shown.node()).isOutsideRegions())
                outside += shown.share();
        double ofProgram = metric.addsUp() && outside < 1 ? 1 - outside : 1;
        return new TreeRows.Limits(
                arguments.value(DEPTH, Integer.MAX_VALUE),
                percent / 100 * ofProgram,
                TreeRows.Sort.VALUE);
    }

    private Table table(TreeRows rows) {
        Table tree = TreeTable.of(means, rows, "hot");
        List<Column> selected = new ArrayList<>();
        for (String name : List.of("node", "parent", "depth", "name", "path"))
            selected.add(tree.column(name));
        for (StatisticTree.Values each : columns) selected.add(column(each, rows));
        selected.add(tree.column("share"));
        selected.add(tree.column("hidden"));
        return Table.of(selected);
    }

    private static Column column(StatisticTree.Values values, TreeRows rows) {
        return Column.real(
                        values.heading(),
                        rows.rows().size(),
                        row ->
                                rows.rows().get(row) instanceof TreeRows.Shown shown
                                        ? values.value().applyAsDouble(shown.node())
                                        : Double.NaN)
                .in(values.unit());
    }
}
