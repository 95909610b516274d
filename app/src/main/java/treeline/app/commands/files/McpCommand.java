package treeline.app.commands.files;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.mcp.McpServer;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.model.Version;
import treeline.question.Question;
import treeline.question.input.FileOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.view.ContextSummary;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/// `treeline mcp`: a Model Context Protocol server that offers all questions to an assistant.
public final class McpCommand {
    private static final Operand PATHS =
            Operand.some(
                    ParameterType.file("PATH"),
                    "files, folders or patterns; every file of a folder and every match is a run");

    private final Supplier<Formats> formats;
    private final List<Question> questions;
    private final Parameter<String> format;

    /// @param questions each becomes a tool
    public McpCommand(Supplier<Formats> formats, List<Question> questions) {
        this.formats = formats;
        this.questions = List.copyOf(questions);
        this.format = FileOptions.format(formats);
    }

    public Command command() {
        return new Command(
                        "mcp",
                        "serve runs to AI assistants over the Model Context Protocol",
                        List.of(PATHS),
                        List.of(ServeCommand.TIME_LIMIT, format),
                        this::run)
                .example(
                        "treeline mcp run.tldb",
                        "the command to register with an assistant, for one run")
                .example("treeline mcp 'runs/*.tldb'", "several runs, for comparisons");
    }

    private int run(Arguments arguments, Console console) throws IOException {
        McpServer server =
                McpServer.of(
                                questions,
                                formats.get(),
                                arguments.value(format),
                                arguments.all(PATHS),
                                Version::text,
                                console::warn)
                        .within(Duration.ofSeconds(arguments.value(ServeCommand.TIME_LIMIT, 300)));
        console.say(
                "treeline mcp: %s open, waiting for an assistant at the standard input"
                        .formatted(ContextSummary.counted(server.runs(), "run")));
        server.serve(System.in, console.data());
        return ExitCode.SUCCESS;
    }
}
