package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.formats.Formats;
import treeline.question.input.RunOptions;

import java.util.List;
import java.util.function.Supplier;

/// The pictures of one run.
public final class SinglePlots {
    private SinglePlots() {}

    public static List<Command> commands(Supplier<Formats> formats) {
        var options = new RunOptions(formats);
        return List.of(
                RanksPlot.command(options),
                CorrelationPlot.matrix(options),
                CorrelationPlot.scatter(options));
    }
}
