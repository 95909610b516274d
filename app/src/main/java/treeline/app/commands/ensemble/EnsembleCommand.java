package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.formats.Formats;

import java.util.List;
import java.util.function.Supplier;

/// `treeline ensemble`: what many runs say together. Every question is a command with options of
/// its own, so that an option that a question does not use is an error.
public final class EnsembleCommand {
    private final Supplier<Formats> formats;
    private final EnsembleOptions options;

    public EnsembleCommand(Supplier<Formats> formats) {
        this.formats = formats;
        this.options = new EnsembleOptions(formats);
    }

    public Command command() {
        return Command.group(
                "ensemble",
                "analyse many runs together: metadata, statistics, scaling, clusters, variability",
                List.of(
                        new Command.Example(
                                "treeline ensemble info 'runs/*.cali'", "how the runs differ"),
                        new Command.Example(
                                "treeline ensemble speedup 'runs/*.cali'",
                                "how well each node scales")),
                List.of(
                        InfoQuestion.command(options),
                        MetadataQuestion.command(options),
                        ValuesQuestion.command(options),
                        StatsQuestion.command(options),
                        TreeQuestion.command(options),
                        TopDownQuestion.command(options),
                        PivotQuestion.command(options),
                        SpeedupQuestion.command(options),
                        ModelQuestion.command(options),
                        ClusterQuestion.command(options),
                        VariabilityQuestion.command(options),
                        SaveQuestion.command(options, formats)));
    }
}
