package treeline.figure;

import treeline.ensemble.BoxPlot;
import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeThreshold;
import treeline.ensemble.Statistics;
import treeline.model.Metric;
import treeline.model.SparseRows;
import treeline.numbers.Sample;
import treeline.plot.Boxes;
import treeline.plot.Caption;
import treeline.view.DisplayNames;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/// Distribution of node values over runs, as box plots or violin plots.
public final class SpreadFigure {
    private SpreadFigure() {}

    /// Quartiles and outliers.
    public static Boxes boxes(Ensemble runs, Metric metric, FigureOptions shown) {
        return of(
                runs,
                metric,
                shown,
                false,
                "box: quartiles and median; whiskers: last value within 1.5 times the interquartile"
                        + " range; points: outliers");
    }

    /// The density of the values.
    public static Boxes violins(Ensemble runs, Metric metric, FigureOptions shown) {
        return of(runs, metric, shown, true, "outline: kernel density; box: quartiles and median");
    }

    private static Boxes of(
            Ensemble runs, Metric metric, FigureOptions shown, boolean violins, String reading) {
        List<Integer> nodes = FigureOptions.largest(runs, metric, shown.threshold());
        int count = shown.count(nodes.size());
        List<String> notes =
                new ArrayList<>(shown.notesOfRest(count, nodes.size(), "nodes", Captions.LARGEST));
        int hidden = NodeThreshold.of(runs, List.of(metric), shown.threshold()).hidden();
        notes.addAll(shown.notesOfHidden(hidden, runs.tree().size(), "nodes"));
        notes.add(reading);
        notes.addAll(Captions.lacking(runs, List.of(metric), shown.wording()));
        return new Boxes(
                new Caption("Distribution over runs", Captions.of(metric, runs), notes),
                DisplayNames.of(metric),
                metric.unit(),
                violins,
                Boxes.Axes.AUTO,
                spreads(runs, metric, nodes.subList(0, count), shown));
    }

    private static List<Boxes.Spread> spreads(
            Ensemble runs, Metric metric, List<Integer> nodes, FigureOptions shown) {
        List<FigureOptions.Group> groups = shown.groups(runs);
        List<SparseRows> rows =
                groups.stream().map(group -> group.runs().column(metric).byNode()).toList();
        List<Boxes.Spread> spreads = new ArrayList<>();
        for (int node : nodes)
            for (int i = 0; i < rows.size(); i++)
                spreads.add(
                        spread(
                                runs.paths().get(node),
                                groups.get(i).name(),
                                Statistics.sample(rows.get(i), node)));
        return spreads;
    }

    private static Boxes.Spread spread(String name, String group, Sample sample) {
        double[] box = BoxPlot.box(sample);
        return new Boxes.Spread(
                name,
                group,
                box[0],
                box[1],
                box[2],
                box[4],
                box[5],
                DoubleStream.of(sample.sorted()).boxed().toList());
    }
}
