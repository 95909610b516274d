package treeline.app.commands.plot;

import treeline.app.cli.Command;
import treeline.app.picture.Picture;
import treeline.app.terminal.Console;
import treeline.figure.FigureOptions;
import treeline.plot.Figure;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// One kind of picture, `plot KIND PATH...`: which options choose its numbers, and how these become
/// a figure. The numbers are those that the command for people prints.
public final class PlotKind {
    public static final Parameter<Integer> TOP =
            Parameter.of(
                            "top",
                            ParameterType.whole("N", 1, Integer.MAX_VALUE),
                            "how many nodes to draw, the largest first (default: 20)")
                    .letter('n');

    private PlotKind() {}

    /// How many panels to draw where each node has one.
    ///
    /// @param first which of them come first
    public static Parameter<Integer> panels(String first) {
        return Parameter.of(
                        "top",
                        ParameterType.whole("N", 1, Integer.MAX_VALUE),
                        "how many nodes to draw, %s first (default: %d)"
                                .formatted(first, FigureOptions.DEFAULT_PANELS))
                .letter('n');
    }

    /// Makes the figure of a command line.
    @FunctionalInterface
    public interface Maker {
        Figure figure(Arguments arguments, Console console) throws IOException;
    }

    public static Command command(
            String kind,
            String summary,
            Operand paths,
            List<Parameter<?>> own,
            String example,
            String purpose,
            Maker maker) {
        List<Parameter<?>> options =
                new ArrayList<>(List.of(Picture.OUTPUT, Picture.DARK, Picture.TITLE));
        options.addAll(own);
        return new Command(
                "plot " + kind,
                summary,
                List.of(paths),
                options,
                List.of(
                        new Command.Example(
                                "treeline plot %s %s".formatted(kind, example), purpose)),
                (arguments, console) ->
                        Picture.of(kind, arguments)
                                .write(maker.figure(arguments, console), console));
    }
}
