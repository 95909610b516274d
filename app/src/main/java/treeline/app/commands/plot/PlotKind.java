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
import java.util.List;

/// A kind of plot, `plot NAME PATH...`, as data: its parameters and the function from their values
/// to a figure.
///
/// @param paths the runs or nodes to draw
/// @param example the words of a command line after the name
/// @param purpose what the example shows
public record PlotKind(
        String name,
        String summary,
        Operand paths,
        List<Parameter<?>> parameters,
        String example,
        String purpose,
        Maker maker) {
    public static final Parameter<Integer> TOP = top("the largest", "20");

    /// Creates the figure of a command line.
    @FunctionalInterface
    public interface Maker {
        Figure figure(Arguments arguments, Console console) throws IOException;
    }

    public PlotKind {
        parameters = List.copyOf(parameters);
    }

    /// The number of panels, if each node has one.
    ///
    /// @param first the nodes that come first
    public static Parameter<Integer> panels(String first) {
        return top(first, Integer.toString(FigureOptions.DEFAULT_PANELS));
    }

    /// The number of nodes to draw.
    public static Parameter<Integer> top(String first, String usual) {
        return Parameter.of(
                        "top",
                        ParameterType.whole("N", 1, Integer.MAX_VALUE),
                        "number of nodes to draw, %s first (default: %s)".formatted(first, usual))
                .letter('n');
    }

    public Command command() {
        return new Command(
                        "plot " + name,
                        summary,
                        List.of(paths),
                        Parameter.all(
                                List.of(Picture.OUTPUT, Picture.SIZE, Picture.DARK, Picture.TITLE),
                                parameters),
                        (arguments, console) ->
                                Picture.of(name, arguments)
                                        .write(maker.figure(arguments, console), console))
                .example("treeline plot %s %s".formatted(name, example), purpose);
    }
}
