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

/// How the values of nodes spread over runs, as boxes or as violins.
public final class SpreadFigure {
    private SpreadFigure() {}

    /// Quartiles and outliers.
    public static Boxes boxes(Ensemble runs, Metric metric, FigureOptions shown) {
        return of(
                runs,
                metric,
                shown,
                false,
                "a box holds half of the values, its line is the median; whiskers end at the last"
                        + " value within 1.5 times the box, points lie beyond");
    }

    /// The density of the values.
    public static Boxes violins(Ensemble runs, Metric metric, FigureOptions shown) {
        return of(
                runs,
                metric,
                shown,
                true,
                "as wide as values are close to each other; the box inside holds half of them, its"
                        + " line is the median");
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
                new Caption("How values spread over runs", Captions.of(metric, runs), notes),
                DisplayNames.of(metric),
                metric.unit(),
                violins,
                !shown.by().isEmpty(),
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
                spreads.add(
                        ofGroups.get(i).at(node, runs.paths().get(node) + groups.get(i).suffix()));
        return spreads;
    }

    /// The boxes of all nodes, computed once.
    private record Spreads(Ensemble runs, Metric metric, Table boxes) {
        static Spreads of(Ensemble runs, Metric metric) {
            return new Spreads(runs, metric, BoxPlot.of(runs, metric));
        }

        Boxes.Spread at(int node, String name) {
            return new Boxes.Spread(
                    name,
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
