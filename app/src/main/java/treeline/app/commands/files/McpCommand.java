package treeline.app.commands.files;

import treeline.app.cli.Command;
import treeline.app.cli.CommandLine;
import treeline.app.cli.ExitCode;
import treeline.app.mcp.McpServer;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.model.Version;
import treeline.question.input.FileOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.view.ContextSummary;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/// `treeline mcp`: the questions of the other commands for an assistant, which starts it and ends
/// it.
public final class McpCommand {
    private static final Operand PATHS =
            Operand.some(
                    ParameterType.file("PATH"),
                    "files, folders or patterns; every file of a folder and every match is a run");

    private final Supplier<Formats> formats;
    private final List<Command> questions;
    private final Parameter<String> format;

    /// @param questions the commands that answer
    public McpCommand(Supplier<Formats> formats, List<Command> questions) {
        this.formats = formats;
        this.questions = List.copyOf(questions);
        this.format = FileOptions.format(formats);
    }

    public Command command() {
        return new Command(
                "mcp",
                "let an assistant ask about runs, over the Model Context Protocol",
                List.of(PATHS),
                List.of(format),
                List.of(
                        new Command.Example(
                                "treeline mcp run.tldb", "what an assistant starts, for one run"),
                        new Command.Example(
                                "treeline mcp 'runs/*.tldb'", "many runs, to be compared")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        var commandLine = new CommandLine("treeline", Version::text, "", questions);
        McpServer server =
                McpServer.of(
                        commandLine,
                        formats.get(),
                        arguments.value(format),
                        arguments.all(PATHS),
                        Version::text,
                        console::warn);
        console.say(
                "treeline mcp: %s open, waiting for an assistant at the standard input"
                        .formatted(ContextSummary.counted(server.runs(), "run")));
        server.serve(System.in, console.out());
        return ExitCode.SUCCESS;
    }
}
