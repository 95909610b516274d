package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.Option;
import treeline.view.ContextSummary;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.output.Sheet;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.BoxPlot;
import treeline.ensemble.Ensemble;
import treeline.model.Metric;
import treeline.plot.Boxes;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// `treeline plot box` and `plot violin`: how nodes spread over runs, as `ensemble stats
/// --statistic box` has it.
final class SpreadPlot {
    private SpreadPlot() {}

    static Command box(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "box",
                "quartiles and outliers of nodes over runs",
                own(options),
                "'runs/*.cali' --group-by compiler -o compilers.svg",
                "how much each node varies, by compiler",
                (ensemble, arguments, console) -> figure(ensemble, false, arguments, console));
    }

    static Command violin(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "violin",
                "the density of the values of nodes over runs",
                own(options),
                "'runs/*.cali' -o spread.svg",
                "whether values bunch together",
                (ensemble, arguments, console) -> figure(ensemble, true, arguments, console));
    }

    private static List<Option<?>> own(EnsembleOptions options) {
        return options.choosingValues(
                RunOptions.METRIC, Groups.GROUP_BY, ShownRows.THRESHOLD, PlotKind.TOP);
    }

    private static Boxes figure(
            Ensemble ensemble, boolean violins, Arguments arguments, Console console) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        Ensemble runs = RunChecks.complete(ensemble, List.of(metric), arguments, console);
        List<Integer> nodes = PlotNodes.largest(runs, metric, arguments);
        int count = Math.min(nodes.size(), Sheet.top(arguments));
        List<String> notes = new ArrayList<>(new PlotRows(count, nodes.size(), "nodes").notes());
        notes.addAll(ShownRows.of(runs, List.of(metric), arguments).notes());
        List<Boxes.Spread> spreads = new ArrayList<>();
        if (Groups.areAsked(arguments)) {
            Groups groups = Groups.of(runs, arguments);
            RunChecks.warnOfSettings(groups.all(), console);
            List<Spreads> ofGroups =
                    groups.all().stream()
                            .map(group -> Spreads.of(group.ensemble(), metric))
                            .toList();
            for (int node : nodes.subList(0, count))
                for (int i = 0; i < ofGroups.size(); i++) {
                    String group = groups.named(groups.all().get(i));
                    String name = runs.paths().get(node) + ", " + group;
                    spreads.add(ofGroups.get(i).at(node, name));
                }
        } else {
            RunChecks.warnOfSettings(runs, console);
            Spreads all = Spreads.of(runs, metric);
            for (int node : nodes.subList(0, count))
                spreads.add(all.at(node, runs.paths().get(node)));
        }
        notes.add(
                violins
                        ? "as wide as values are close to each other; the box inside holds half of"
                                + " them, its line is the median"
                        : "a box holds half of the values, its line is the median; whiskers end at"
                                + " the last value within 1.5 times the box, points lie beyond");
        return new Boxes(
                PlotKind.caption(
                        "How values spread over runs",
                        "%s of %s"
                                .formatted(
                                        RunOptions.metricText(metric),
                                        ContextSummary.counted(runs.runs(), "run")),
                        notes,
                        arguments),
                RunOptions.metricText(metric),
                metric.unit(),
                violins,
                Groups.areAsked(arguments),
                spreads);
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
