package treeline.app.commands;

import treeline.app.cli.Command;
import treeline.app.cli.Option;
import treeline.app.cli.Parameter;
import treeline.app.cli.UsageException;
import treeline.app.cli.Value;
import treeline.app.demo.HeatProgram;
import treeline.formats.Formats;
import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// All commands, and what several of them have in common.
public final class Commands {
    private Commands() {}

    /// The commands of the program, in the order of the help.
    ///
    /// @param formats asked for only by commands that read or write, because looking for formats
    ///   takes time
    /// @param version what the dashboard tells of itself
    /// @param invoked how the user calls the program
    public static List<Command> all(
            Supplier<Formats> formats, Supplier<String> version, String invoked) {
        return Stream.of(
                        new InfoCommand(formats).command(),
                        new TreeCommand(formats).command(),
                        new QueryCommand(formats).command(),
                        new ReportCommand(formats, version).command(),
                        new ServeCommand(formats, version).command(),
                        new HotPathCommand(formats).command(),
                        new ImbalanceCommand(formats).command(),
                        new FlatCommand(formats).command(),
                        new CallersCommand(formats).command(),
                        new CallGraphCommand(formats).command(),
                        new CorrelateCommand(formats).command(),
                        new DiffCommand(formats).command(),
                        new EnsembleCommand(formats).command(),
                        new ConvertCommand(formats).command(),
                        new FormatsCommand(formats).command(),
                        new DemoCommand(formats, HeatProgram.usual(), invoked).command())
                .map(Commands::inOneForm)
                .toList();
    }

    /// Data for programs comes in one form: who asks for two has not said which.
    private static Command inOneForm(Command command) {
        Command.Action action = command.action();
        return new Command(
                command.name(),
                command.summary(),
                command.parameters(),
                command.options(),
                command.examples(),
                (arguments, console) -> {
                    if (arguments.has(Sheet.JSON) && arguments.has(Sheet.CSV))
                        throw new UsageException(
                                "--json and --csv exclude each other", "choose one of them");
                    return action.run(arguments, console);
                });
    }

    static Option<String> formatOption(Supplier<Formats> formats) {
        return Option.of(
                "format",
                Value.name(
                        "NAME",
                        () -> formats.get().readable().stream().map(ProfileFormat::name).toList()),
                "read as this format instead of recognising it");
    }

    static Option<String> exporterOption(Supplier<Formats> formats) {
        return Option.of(
                "to",
                Value.name(
                        "NAME",
                        () ->
                                formats.get().writable().stream()
                                        .map(ProfileExporter::name)
                                        .toList()),
                "write this format instead of the one that OUT ends in");
    }

    static Parameter path(String description) {
        return Parameter.once(Value.file("PATH"), description);
    }
}
