package treeline.app;

import treeline.app.cli.CommandLine;
import treeline.app.commands.CommandKeywords;
import treeline.app.commands.Commands;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.model.Version;
import treeline.source.files.UnfinishedOutputs;

import java.util.List;
import java.util.function.Supplier;

/// The entry point of the command line.
public final class Main {
    /// How the user called the launcher, for hints that can be copied.
    private static final String INVOKED = "treeline.invoked";

    private Main() {}

    public static void main(String[] arguments) {
        UnfinishedOutputs.removeAtExit();
        System.exit(commandLine(Formats::all).run(List.of(arguments), Console.ofProcess()));
    }

    static CommandLine commandLine(Supplier<Formats> formats) {
        return new CommandLine(
                "treeline",
                Version::text,
                "treeline: performance introspection for parallel programs",
                Commands.all(formats, System.getProperty(INVOKED, "treeline")),
                CommandKeywords.all());
    }
}
