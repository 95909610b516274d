package treeline.app.cli;

import treeline.app.terminal.Console;

import java.io.IOException;
import java.util.List;

/// A command as data. Help and completion are made from it; only [Action] does something.
///
/// @param summary one line for the list of commands
/// @param examples shown at the end of its help
public record Command(
        String name,
        String summary,
        List<Parameter> parameters,
        List<Option<?>> options,
        List<Example> examples,
        Action action) {

    /// What a command does; returns the exit code.
    @FunctionalInterface
    public interface Action {
        int run(Arguments arguments, Console console) throws IOException;
    }

    /// A command line that works as it stands, and what it is for.
    public record Example(String line, String purpose) {}

    public Command {
        parameters = List.copyOf(parameters);
        options = List.copyOf(options);
        examples = List.copyOf(examples);
    }
}
