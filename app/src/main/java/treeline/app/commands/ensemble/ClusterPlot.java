package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.output.Warnings;
import treeline.app.terminal.Console;
import treeline.cluster.ClusterSearch;
import treeline.ensemble.Ensemble;
import treeline.figure.ClusterFigure;
import treeline.figure.Wording;
import treeline.plot.Scatter;
import treeline.question.parameter.Arguments;
import treeline.question.runs.EnsembleCluster;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunGrouping;

/// `treeline plot clusters`: what `ensemble cluster` found, over two features or, where there are
/// more or fewer, over the two directions in which rows differ most.
final class ClusterPlot {
    private ClusterPlot() {}

    static Command command(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "clusters",
                "runs, nodes or values that are alike, as points",
                EnsembleCluster.choosing(options),
                "'runs/*.cali' --metric time -o clusters.svg",
                "which runs are alike",
                ClusterPlot::figure);
    }

    private static Scatter figure(Ensemble all, Arguments arguments, Console console) {
        Ensemble ensemble = RunGrouping.means(all, arguments);
        ClusterSearch.Found found =
                EnsembleCluster.found(ensemble, arguments, Warnings.to(console));
        return ClusterFigure.of(ensemble, all.runs(), found, Wording.COMMAND_LINE);
    }
}
