package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.view.ContextSummary;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Pivot;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.plot.StackedBars;
import treeline.single.Grouping;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// `treeline plot runs`: the functions of each run on top of each other, slowest run first, as
/// `ensemble pivot` has them. Exclusive values, so that the parts of a bar add up.
final class RunsPlot {
    /// With what is left there are as many as there are colours.
    private static final int MOST_PARTS = 7;

    private static final Option<Grouping> BY =
            Option.of(
                    "by",
                    Value.choice(Grouping.class),
                    "what nodes are added up by (default: function)");

    private RunsPlot() {}

    static Command command(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "runs",
                "functions of each run as stacked bars, slowest run first",
                options.choosingValues(RunOptions.EXCLUSIVE, Groups.GROUP_BY, BY),
                "'runs/*.cali' -o runs.svg",
                "what the slow runs spend more time in",
                RunsPlot::figure);
    }

    private static StackedBars figure(Ensemble ensemble, Arguments arguments, Console console) {
        Metric asked = EnsembleOptions.metric(ensemble, arguments);
        Metric metric =
                arguments.has(RunOptions.EXCLUSIVE) || !asked.addsUp()
                        ? asked
                        : asked.in(Scope.EXCLUSIVE);
        Ensemble runs = RunChecks.complete(ensemble, List.of(metric), arguments, console);
        if (Groups.areAsked(arguments))
            RunChecks.warnOfSettings(Groups.of(runs, arguments).all(), console);
        Ensemble drawn = Groups.means(runs, arguments);
        Table pivot =
                Pivot.of(drawn, metric, arguments.value(BY, Grouping.FUNCTION), Threshold.none());
        List<Column> parts = pivot.columns().subList(1, pivot.columns().size());
        List<Integer> order = slowestFirst(parts, pivot.rows());
        List<String> names = ShortNames.of(drawn.keys()).all();
        return new StackedBars(
                PlotKind.caption(
                        "Where the runs spend their time",
                        "%s of %s, slowest first"
                                .formatted(
                                        RunOptions.metricText(metric),
                                        ContextSummary.counted(runs.runs(), "run")),
                        List.of(),
                        arguments),
                RunOptions.metricText(metric),
                metric.unit(),
                false,
                order.stream().map(names::get).toList(),
                parts(parts, order));
    }

    private static List<Integer> slowestFirst(List<Column> parts, int runs) {
        double[] totals = new double[runs];
        for (Column part : parts)
            for (int run = 0; run < runs; run++)
                if (!part.isMissing(run)) totals[run] += part.number(run);
        return IntStream.range(0, runs)
                .boxed()
                .sorted(Comparator.comparingDouble(run -> -totals[run]))
                .toList();
    }

    private static List<StackedBars.Part> parts(List<Column> parts, List<Integer> order) {
        int own = parts.size() <= MOST_PARTS + 1 ? parts.size() : MOST_PARTS;
        List<StackedBars.Part> drawn = new ArrayList<>();
        for (Column part : parts.subList(0, own))
            drawn.add(
                    new StackedBars.Part(
                            part.name(), order.stream().map(run -> number(part, run)).toList()));
        List<Column> rest = parts.subList(own, parts.size());
        if (!rest.isEmpty())
            drawn.add(
                    new StackedBars.Part(
                            "%d others".formatted(rest.size()),
                            order.stream().map(run -> sum(rest, run)).toList(),
                            true));
        return drawn;
    }

    private static double number(Column part, int run) {
        return part.isMissing(run) ? Double.NaN : part.number(run);
    }

    private static double sum(List<Column> parts, int run) {
        double sum = Double.NaN;
        for (Column part : parts)
            if (!part.isMissing(run))
                sum = Double.isNaN(sum) ? part.number(run) : sum + part.number(run);
        return sum;
    }
}
