package treeline.figure;

import treeline.ensemble.Ensemble;
import treeline.ensemble.ShortNames;
import treeline.ensemble.Statistic;
import treeline.ensemble.statistics.Pivot;
import treeline.model.Metric;
import treeline.plot.Caption;
import treeline.plot.StackedBars;
import treeline.single.Grouping;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.DisplayNames;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Stacked bars of functions, one bar per run, slowest run first.
public final class RunsFigure {
    /// With what is left there are as many as there are colours.
    private static final int MAX_PARTS = 7;

    private RunsFigure() {}

    /// A bar for each run, or for each group of runs, with what it is made of.
    ///
    /// @param metric in exclusive scope the parts of a bar add up to the run
    /// @param parts what nodes are added up by
    /// @param by metadata, the mean of all runs of each of its values is one bar; empty for a bar
    ///   for each run
    public static StackedBars of(Ensemble runs, Metric metric, Grouping parts, List<String> by) {
        Ensemble drawn =
                by.isEmpty() ? runs : runs.aggregated(Statistic.MEAN, by.toArray(String[]::new));
        Table pivot = Pivot.of(drawn, metric, parts, Threshold.none());
        List<Column> columns = pivot.columns().subList(1, pivot.columns().size());
        List<Integer> order = slowestFirst(columns, pivot.rows());
        List<String> names = ShortNames.of(drawn.keys()).all();
        return new StackedBars(
                new Caption(
                        "Time breakdown of the runs",
                        Captions.of(metric, runs) + ", slowest first"),
                DisplayNames.of(metric),
                metric.unit(),
                false,
                order.stream().map(names::get).toList(),
                parts(columns, order));
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
        int own = parts.size() <= MAX_PARTS + 1 ? parts.size() : MAX_PARTS;
        List<StackedBars.Part> drawn = new ArrayList<>();
        for (Column part : parts.subList(0, own))
            drawn.add(
                    new StackedBars.Part(
                            part.name(),
                            order.stream().map(run -> Captions.number(part, run)).toList()));
        List<Column> rest = parts.subList(own, parts.size());
        if (!rest.isEmpty())
            drawn.add(
                    new StackedBars.Part(
                            "%d others".formatted(rest.size()),
                            order.stream().map(run -> sum(rest, run)).toList(),
                            true));
        return drawn;
    }

    private static double sum(List<Column> parts, int run) {
        double sum = Double.NaN;
        for (Column part : parts)
            if (!part.isMissing(run))
                sum = Double.isNaN(sum) ? part.number(run) : sum + part.number(run);
        return sum;
    }
}
