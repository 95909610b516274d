package treeline.app.commands.single;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.Option;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.model.Metric.Scope;
import treeline.numbers.Activities;
import treeline.numbers.Places;
import treeline.plot.Histogram;
import treeline.single.Distribution;
import treeline.single.LoadImbalance;
import treeline.single.NodePath;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// `treeline plot ranks`: how ranks spread at the nodes that lose most, as `imbalance --verbose`
/// has it.
final class RanksPlot {
    private static final Option<Integer> PANELS = PlotKind.panels("what loses most");

    private RanksPlot() {}

    static Command command(RunOptions options) {
        return PlotKind.command(
                "ranks",
                "how ranks spread at the nodes that lose most",
                RunOptions.PATH,
                options.choosing(
                        RunOptions.EXCLUSIVE,
                        ImbalanceCommand.BY,
                        ImbalanceCommand.THRESHOLD,
                        RunOptions.WAITING,
                        PANELS),
                "run.tldb -o ranks.svg",
                "whether few ranks are slow or all differ",
                (arguments, console) -> figure(options, arguments, console));
    }

    private static Histogram figure(RunOptions options, Arguments arguments, Console console)
            throws IOException {
        var inParts =
                new LargeImbalance(
                        contexts -> ImbalanceCommand.places(contexts, arguments),
                        arguments.all(RunOptions.WAITING));
        RunOptions.Run run =
                options.load(arguments, RunOptions.Part.SCOPES, Scope.EXCLUSIVE, inParts, console);
        LoadImbalance imbalance = imbalance(run, inParts, arguments, console);
        Places places = imbalance.places();
        int[] all = imbalance.nodes();
        if (all.length == 0)
            throw new IllegalArgumentException(
                    run.path() + ": all nodes are balanced, so there is nothing to draw");
        int[] nodes =
                Arrays.copyOf(
                        all, Math.min(all.length, arguments.value(PANELS, PlotKind.USUAL_PANELS)));
        Distribution[] spreads = imbalance.distributions(nodes);
        List<Histogram.Panel> panels = new ArrayList<>();
        for (int i = 0; i < nodes.length; i++)
            panels.add(PlotKind.panel(NodePath.of(run.profile().tree(), nodes[i]), spreads[i]));
        List<String> notes =
                nodes.length == all.length
                        ? List.of()
                        : List.of(
                                "%d of %d nodes, those that lose most; --top %d draws all"
                                        .formatted(nodes.length, all.length, all.length));
        return new Histogram(
                PlotKind.caption(
                        "How %ss spread".formatted(places.noun()),
                        "%s among %s%s"
                                .formatted(
                                        RunOptions.metricText(run.metric()),
                                        places.counted(),
                                        run.partText()),
                        notes,
                        arguments),
                RunOptions.metricText(run.metric()),
                run.metric().unit(),
                places.noun() + "s",
                panels);
    }

    private static LoadImbalance imbalance(
            RunOptions.Run run, LargeImbalance inParts, Arguments arguments, Console console) {
        var threshold = arguments.value(ImbalanceCommand.THRESHOLD, LoadImbalance.USUAL);
        if (run.large().isPresent()) return inParts.answer(run, console).imbalance(threshold);
        return LoadImbalance.of(
                run.profile(),
                run.metric(),
                ImbalanceCommand.places(run.profile().contexts(), arguments),
                Activities.of(run.profile().outline(), arguments.all(RunOptions.WAITING)),
                threshold);
    }
}
