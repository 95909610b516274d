package treeline.app.commands;

import treeline.app.cli.Command;
import treeline.app.commands.builds.BuildPlots;
import treeline.app.commands.ensemble.EnsemblePlots;
import treeline.app.commands.plot.PlotKind;
import treeline.app.commands.single.SinglePlots;
import treeline.formats.Formats;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// `treeline plot`: figures of what the other commands print.
final class PlotCommand {
    private PlotCommand() {}

    static Command command(Supplier<Formats> formats) {
        return Command.group(
                "plot",
                "draw what other commands print, as SVG, PNG or a page of HTML",
                List.of(
                        new Command.Example(
                                "treeline plot scaling 'runs/*.cali' -o scaling.svg",
                                "how the largest nodes scale"),
                        new Command.Example(
                                "treeline plot ranks run.tldb -o ranks.html",
                                "how ranks spread at the nodes that lose most")),
                Stream.of(
                                EnsemblePlots.all(formats),
                                List.of(BuildPlots.trend()),
                                SinglePlots.all(formats))
                        .flatMap(List::stream)
                        .map(PlotKind::command)
                        .toList());
    }
}
