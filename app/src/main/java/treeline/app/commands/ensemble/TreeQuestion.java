package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.NamedStatistics;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.Reduction;
import treeline.view.ContextSummary;
import treeline.view.TreeRows;
import treeline.view.TreeTable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `treeline ensemble tree`: the call tree of all runs with statistics at each node.
final class TreeQuestion {
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
    private static final List<Statistic> USUAL =
            List.of(Statistic.MEAN, Statistic.STD, Statistic.MIN, Statistic.MAX);

    private final Ensemble ensemble;
    private final Metric metric;
    private final List<Statistic> statistics;
    private final Arguments arguments;

    private TreeQuestion(Ensemble ensemble, Metric metric, Arguments arguments) {
        this.ensemble = ensemble;
        this.metric = metric;
        this.statistics =
                arguments.has(STATISTIC)
                        ? arguments.all(STATISTIC).stream()
                                .distinct()
                                .map(Statistic::named)
                                .toList()
                        : USUAL;
        this.arguments = arguments;
    }

    static Command command(EnsembleOptions options) {
        return options.question(
                "tree",
                "show the call tree of all runs with statistics at each node",
                options.choosingValues(
                        RunOptions.METRIC, STATISTIC, DEPTH, THRESHOLD, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline ensemble tree 'runs/*.cali' --where 'ranks = 64'",
                                "mean, deviation and extremes on the tree")),
                (ensemble, arguments, console) -> {
                    Metric metric = EnsembleOptions.metric(ensemble, arguments);
                    Ensemble runs =
                            RunChecks.complete(ensemble, List.of(metric), arguments, console);
                    RunChecks.warnOfSettings(runs, console);
                    return new TreeQuestion(runs, metric, arguments).answer(console);
                });
    }

    private int answer(Console console) throws IOException {
        Profile means = ensemble.aggregated(Statistic.MEAN).profile();
        TreeRows all = TreeRows.of(means, metric, Reduction.MEAN, TreeRows.Limits.NONE);
        TreeRows rows = TreeRows.of(means, metric, Reduction.MEAN, limits(all));
        List<double[]> values =
                statistics.stream()
                        .map(statistic -> Statistics.values(ensemble, metric, statistic))
                        .toList();
        String title =
                "%s of %s"
                        .formatted(
                                RunOptions.metricText(metric),
                                ContextSummary.counted(ensemble.runs(), "run"));
        if (data(means, rows, values, title).wrote(arguments, console)) return ExitCode.SUCCESS;
        console.out().println(title + "\n");
        var text = new StatisticTree(means.tree(), rows, console);
        for (int i = 0; i < statistics.size(); i++) {
            boolean plain = NamedStatistics.isPlain(statistics.get(i).name());
            text.column(
                    statistics.get(i).name(), values.get(i), plain ? Unit.COUNT : metric.unit());
        }
        text.print();
        return ExitCode.SUCCESS;
    }

    /// The threshold is a share of the program: what was measured outside of its regions may be
    /// fifty times as much.
    private TreeRows.Limits limits(TreeRows all) {
        double outside = 0;
        for (TreeRows.Row row : all.rows())
            if (row instanceof TreeRows.Shown shown
                    && shown.depth() == 0
                    && ensemble.tree().frame(shown.node()).isOutsideRegions())
                outside += shown.share();
        double ofProgram = metric.addsUp() && outside < 1 ? 1 - outside : 1;
        return new TreeRows.Limits(
                arguments.value(DEPTH, Integer.MAX_VALUE),
                arguments.value(THRESHOLD, ShownRows.usualPercent(arguments)) / 100 * ofProgram,
                TreeRows.Sort.VALUE);
    }

    private DataAnswer data(Profile means, TreeRows rows, List<double[]> values, String title) {
        Table tree = TreeTable.of(means, rows, "hot");
        CallTree nodes = means.tree();
        List<Column> columns = new ArrayList<>();
        for (String name : List.of("node", "parent", "depth", "name", "path"))
            columns.add(tree.column(name));
        for (int i = 0; i < values.size(); i++) {
            double[] ofNode = values.get(i);
            columns.add(
                    Column.real(
                            statistics.get(i).name(),
                            tree.rows(),
                            row ->
                                    rows.rows().get(row) instanceof TreeRows.Shown shown
                                            ? ofNode[shown.node()]
                                            : Double.NaN));
        }
        columns.add(tree.column("share"));
        columns.add(tree.column("hidden"));
        var data =
                new DataAnswer("ensemble-tree", Table.of(columns))
                        .text("heading", title)
                        .metric(metric)
                        .with(json -> json.name("nodes").value(nodes.size()))
                        .total(rows.total());
        for (Statistic statistic : statistics)
            if (!NamedStatistics.isPlain(statistic.name()))
                data.unit(statistic.name(), metric.unit());
        return data;
    }
}
