package treeline.figure;

import treeline.model.CallTree;
import treeline.numbers.Locations;
import treeline.plot.Caption;
import treeline.plot.Histogram;
import treeline.single.Distribution;
import treeline.single.LoadImbalance;
import treeline.single.NodePath;
import treeline.view.DisplayNames;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Distribution over ranks, threads or hosts at the nodes that lose most time to imbalance.
public final class RanksFigure {
    /// Why there may be no picture.
    public static final String BALANCED =
            "all nodes are balanced over the whole run: no node to draw";

    private RanksFigure() {}

    /// How the values of the most imbalanced nodes spread over ranks.
    ///
    /// @param tree of the run
    /// @param part what to say behind the places of which part of the run is shown; empty for all
    /// @throws IllegalArgumentException where all nodes are balanced
    public static Histogram of(
            LoadImbalance imbalance, CallTree tree, String part, FigureOptions shown) {
        shown.requireNoGroups("a histogram of ranks");
        int[] all = imbalance.nodes();
        if (all.length == 0) throw new IllegalArgumentException(BALANCED);
        int[] nodes = Arrays.copyOf(all, shown.count(all.length, FigureOptions.DEFAULT_PANELS));
        Distribution[] spreads = imbalance.distributions(nodes);
        List<Histogram.Panel> panels = new ArrayList<>();
        for (int i = 0; i < nodes.length; i++)
            panels.add(HistogramFigure.panel(NodePath.of(tree, nodes[i]), spreads[i]));
        Locations places = imbalance.places();
        String metric = DisplayNames.of(imbalance.metric());
        return new Histogram(
                new Caption(
                        "Distribution over %s".formatted(places.plural()),
                        "%s among %s%s".formatted(metric, places.counted(), part),
                        shown.notesOfRest(nodes.length, all.length, "nodes", "largest loss first")),
                metric,
                imbalance.metric().unit(),
                places.plural(),
                false,
                panels);
    }
}
