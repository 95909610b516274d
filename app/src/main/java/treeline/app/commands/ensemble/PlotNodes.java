package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.ensemble.Ensemble;
import treeline.ensemble.ShownNodes;
import treeline.model.Metric;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Which nodes are worth a row or a line of a picture.
final class PlotNodes {
    private PlotNodes() {}

    /// Those above the threshold, largest first, as tables list them.
    static List<Integer> largest(Ensemble runs, Metric metric, Arguments arguments) {
        ShownNodes shown = ShownNodes.of(runs, List.of(metric), ShownRows.threshold(arguments));
        return IntStream.of(shown.nodes())
                .filter(node -> !Double.isNaN(shown.largest(node)))
                .boxed()
                .sorted(Comparator.comparingDouble(node -> -shown.largest(node)))
                .toList();
    }
}
