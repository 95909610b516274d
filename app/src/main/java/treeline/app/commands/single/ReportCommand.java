package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.StandardOutput;
import treeline.app.terminal.Console;
import treeline.dashboard.Dashboard;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.run.report.ReportQuestion;
import treeline.source.LoadedSource;
import treeline.source.files.CompleteFile;

import java.io.IOException;
import java.nio.file.Path;

/// `treeline report --html`: the dashboard of a run as one file. Without the option, the command of
/// the question answers.
public record ReportCommand(RunOptions options) {
    private static final Parameter<String> HTML =
            Parameter.of(
                    "html",
                    ParameterType.file("FILE"),
                    "write the dashboard of the run as one self-contained file; - for standard"
                            + " output");

    /// The command of the question with the option.
    public Command with(Command question) {
        return question.with(HTML)
                .example("treeline report run.tldb --html run.html", "as one file to share")
                .withActions(
                        action ->
                                (arguments, console) ->
                                        arguments.has(HTML)
                                                ? write(arguments, console)
                                                : action.run(arguments, console));
    }

    private int write(Arguments arguments, Console console) throws IOException {
        String path = arguments.one(RunOptions.PATH);
        Path page = Path.of(arguments.value(HTML).orElseThrow());
        try (Recording recording = options.open(path, arguments, console)) {
            RunOptions.Run run = ReportQuestion.loadAll(recording, arguments, console);
            if (StandardOutput.isMeant(page)) {
                StandardOutput.write(file -> write(run, arguments, file), console);
            } else {
                write(run, arguments, page);
                console.out().println("wrote " + page);
            }
        }
        return ExitCode.SUCCESS;
    }

    private static void write(RunOptions.Run run, Arguments arguments, Path page)
            throws IOException {
        CompleteFile.write(
                page,
                Dashboard.html(
                        run.path(),
                        run.format(),
                        new LoadedSource(run.profile(), run.report()),
                        arguments.all(RunOptions.WAITING)));
    }
}
