package treeline.figure;

import treeline.ensemble.Ensemble;
import treeline.model.Metric;
import treeline.plot.Caption;
import treeline.plot.Histogram;
import treeline.plot.draw.Axis;
import treeline.single.Distribution;
import treeline.single.Threshold;
import treeline.view.DisplayNames;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// Histograms of the largest nodes over runs, one panel per node.
public final class HistogramFigure {
    private HistogramFigure() {}

    /// With the default bins.
    ///
    /// @param shown its threshold is ignored, because few nodes are drawn
    public static Histogram of(Ensemble runs, Metric metric, FigureOptions shown) {
        return of(runs, metric, shown, Bins.withDefaults());
    }

    /// The values of the largest nodes over runs. The scale is logarithmic also if positive values
    /// of a node span decades.
    public static Histogram of(Ensemble runs, Metric metric, FigureOptions shown, Bins asked) {
        shown.requireNoGroups("a histogram");
        List<Integer> nodes = FigureOptions.largest(runs, metric, Threshold.none());
        int count = shown.count(nodes.size(), FigureOptions.DEFAULT_PANELS);
        List<Integer> drawn = nodes.subList(0, count);
        boolean wide = drawn.stream().anyMatch(node -> spansDecades(values(runs, metric, node)));
        Bins bins = wide ? asked.logarithmically() : asked;
        List<Histogram.Panel> panels = new ArrayList<>();
        for (int node : drawn)
            panels.add(bins.panel(runs.paths().get(node), values(runs, metric, node)));
        List<String> notes =
                new ArrayList<>(shown.notesOfRest(count, nodes.size(), "nodes", Captions.LARGEST));
        notes.addAll(omitted(runs, metric, drawn, bins));
        notes.addAll(Captions.lacking(runs, List.of(metric), shown.wording()));
        return new Histogram(
                new Caption("Values by run", Captions.of(metric, runs), notes),
                DisplayNames.of(metric),
                metric.unit(),
                "runs",
                bins.logarithmic(),
                panels);
    }

    private static double[] values(Ensemble runs, Metric metric, int node) {
        return IntStream.range(0, runs.runs())
                .mapToDouble(run -> runs.at(metric, run, node))
                .filter(value -> !Double.isNaN(value))
                .toArray();
    }

    private static boolean spansDecades(double[] values) {
        var range = DoubleStream.of(values).summaryStatistics();
        return Axis.spansDecades(range.getMin(), range.getMax());
    }

    private static List<String> omitted(
            Ensemble runs, Metric metric, List<Integer> nodes, Bins bins) {
        long omitted =
                nodes.stream()
                        .flatMapToDouble(node -> DoubleStream.of(values(runs, metric, node)))
                        .filter(value -> !bins.counts(value))
                        .count();
        if (omitted == 0) return List.of();
        return List.of(
                String.format(
                        Locale.ROOT,
                        "%,d values of 0 or less omitted from the logarithmic axis",
                        omitted));
    }

    static Histogram.Panel panel(String name, Distribution spread) {
        return new Histogram.Panel(
                name,
                spread.percentiles().at(0),
                spread.percentiles().at(4),
                spread.percentiles().at(2),
                IntStream.of(spread.histogram().toArray()).boxed().toList());
    }
}
