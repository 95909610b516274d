package treeline.figure;

import treeline.ensemble.Ensemble;
import treeline.model.Metric;
import treeline.plot.Caption;
import treeline.plot.Histogram;
import treeline.single.Distribution;
import treeline.single.Threshold;
import treeline.view.DisplayNames;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// How the values of the largest nodes spread over runs, a panel for each node.
public final class HistogramFigure {
    private HistogramFigure() {}

    /// How the values of the largest nodes spread over runs.
    ///
    /// @param shown of which the threshold does not count, because few nodes are drawn
    public static Histogram of(Ensemble runs, Metric metric, FigureOptions shown) {
        shown.requireNoGroups("a histogram");
        List<Integer> nodes = FigureOptions.largest(runs, metric, Threshold.none());
        int count = shown.count(nodes.size(), FigureOptions.DEFAULT_PANELS);
        List<Histogram.Panel> panels = new ArrayList<>();
        for (int node : nodes.subList(0, count)) panels.add(panel(runs, metric, node));
        List<String> notes =
                new ArrayList<>(shown.notesOfRest(count, nodes.size(), "nodes", Captions.LARGEST));
        notes.addAll(Captions.lacking(runs, List.of(metric), shown.wording()));
        return new Histogram(
                new Caption("Values by run", Captions.of(metric, runs), notes),
                DisplayNames.of(metric),
                metric.unit(),
                "runs",
                panels);
    }

    private static Histogram.Panel panel(Ensemble runs, Metric metric, int node) {
        double[] values =
                IntStream.range(0, runs.runs())
                        .mapToDouble(run -> runs.at(metric, run, node))
                        .toArray();
        return panel(runs.paths().get(node), Distribution.of(values));
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
