package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.Option;
import treeline.view.ContextSummary;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.ShownNodes;
import treeline.model.Metric;
import treeline.plot.Histogram;
import treeline.single.Distribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// `treeline plot histogram`: how the values of the largest nodes spread over runs.
final class HistogramPlot {
    private static final Option<Integer> PANELS = PlotKind.panels("the largest");

    private HistogramPlot() {}

    static Command command(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "histogram",
                "how the values of nodes spread over runs",
                options.choosingValues(RunOptions.METRIC, PANELS),
                "'runs/*.cali' --paths 'function(solve)' -o solve.svg",
                "whether some runs are slower at one node",
                HistogramPlot::figure);
    }

    private static Histogram figure(Ensemble ensemble, Arguments arguments, Console console) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        Ensemble runs = RunChecks.complete(ensemble, List.of(metric), arguments, console);
        RunChecks.warnOfSettingsWithoutGroups(runs, console);
        ShownNodes shown = ShownNodes.of(runs, List.of(metric), treeline.single.Threshold.none());
        Integer[] nodes =
                IntStream.of(shown.nodes())
                        .filter(node -> !Double.isNaN(shown.largest(node)))
                        .boxed()
                        .toArray(Integer[]::new);
        Arrays.sort(nodes, (a, b) -> Double.compare(shown.largest(b), shown.largest(a)));
        int count = Math.min(nodes.length, arguments.value(PANELS, PlotKind.USUAL_PANELS));
        List<Histogram.Panel> panels = new ArrayList<>();
        for (int node : Arrays.asList(nodes).subList(0, count))
            panels.add(panel(runs, metric, node));
        return new Histogram(
                PlotKind.caption(
                        "Values by run",
                        "%s of %s"
                                .formatted(
                                        RunOptions.metricText(metric),
                                        ContextSummary.counted(runs.runs(), "run")),
                        new PlotRows(count, nodes.length, "nodes").notes(),
                        arguments),
                RunOptions.metricText(metric),
                metric.unit(),
                "runs",
                panels);
    }

    private static Histogram.Panel panel(Ensemble runs, Metric metric, int node) {
        double[] values =
                IntStream.range(0, runs.runs())
                        .mapToDouble(run -> runs.at(metric, run, node))
                        .toArray();
        return PlotKind.panel(runs.paths().get(node), Distribution.of(values));
    }
}
