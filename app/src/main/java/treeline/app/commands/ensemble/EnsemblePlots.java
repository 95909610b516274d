package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.formats.Formats;
import treeline.plot.Figure;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.runs.input.EnsembleOptions;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/// The pictures of many runs. Each is made from the same numbers as the question of its kind.
public final class EnsemblePlots {
    private EnsemblePlots() {}

    /// Makes the figure of runs that were read.
    @FunctionalInterface
    interface Maker {
        Figure figure(Ensemble ensemble, Arguments arguments, Console console) throws IOException;
    }

    public static List<Command> commands(Supplier<Formats> formats) {
        var options = new EnsembleOptions(formats);
        return List.of(
                HeatMapPlot.command(options),
                HistogramPlot.command(options),
                SpreadPlot.box(options),
                SpreadPlot.violin(options),
                ScalingPlot.command(options),
                ModelPlot.command(options),
                RunsPlot.command(options),
                ClusterPlot.command(options),
                TopDownPlot.command(options),
                ParallelPlot.command(options));
    }

    static Command command(
            EnsembleOptions options,
            String kind,
            String summary,
            List<Parameter<?>> own,
            String example,
            String purpose,
            Maker maker) {
        return PlotKind.command(
                kind,
                summary,
                EnsembleOptions.PATHS,
                own,
                example,
                purpose,
                (arguments, console) ->
                        maker.figure(options.load(arguments, console), arguments, console));
    }
}
