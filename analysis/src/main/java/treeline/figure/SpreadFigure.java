package treeline.figure;

import treeline.ensemble.BoxPlot;
import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeThreshold;
import treeline.model.Metric;
import treeline.plot.Boxes;
import treeline.plot.Caption;
import treeline.table.Table;
import treeline.view.DisplayNames;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

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
        List<Spreads> ofGroups =
                groups.stream().map(group -> Spreads.of(group.runs(), metric)).toList();
        List<Boxes.Spread> spreads = new ArrayList<>();
        for (int node : nodes)
            for (int i = 0; i < ofGroups.size(); i++)
                spreads.add(ofGroups.get(i).at(node, runs.paths().get(node), groups.get(i).name()));
        return spreads;
    }

    /// The box plot statistics of all nodes, computed once.
    private record Spreads(Ensemble runs, Metric metric, Table boxes) {
        static Spreads of(Ensemble runs, Metric metric) {
            return new Spreads(runs, metric, BoxPlot.of(runs, metric));
        }

        Boxes.Spread at(int node, String name, String group) {
            return new Boxes.Spread(
                    name,
                    group,
                    box("q1", node),
                    box("q2", node),
                    box("q3", node),
                    box("lowerfence", node),
                    box("upperfence", node),
                    IntStream.range(0, runs.runs())
                            .mapToObj(run -> runs.at(metric, run, node))
                            .toList());
        }

        private double box(String statistic, int node) {
            return boxes.real(runs.nameOf(metric) + "_" + statistic).at(node);
        }
    }
}
