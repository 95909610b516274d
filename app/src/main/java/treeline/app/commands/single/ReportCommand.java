package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.StandardOutput;
import treeline.app.terminal.Console;
import treeline.dashboard.Dashboard;
import treeline.dashboard.ensemble.OpenEnsemble;
import treeline.dashboard.ensemble.ServedPaths;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.run.report.ReportQuestion;
import treeline.source.ForwardingSource;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.files.CompleteFile;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

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
                .example("treeline report runs/ --html runs.html", "many runs as one file")
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
        ServedPaths paths =
                ServedPaths.of(options.formats(), arguments.value(options.format()), List.of(path));
        if (paths.isEnsemble()) return writeMany(paths, path, page, arguments, console);
        try (Recording recording = options.open(path, arguments, console)) {
            RunOptions.Run run = ReportQuestion.loadAll(recording, arguments, console);
            if (StandardOutput.isMeant(page)) {
                StandardOutput.write(file -> write(recording, run, arguments, file), console);
            } else {
                write(recording, run, arguments, page);
                console.tell("wrote " + page);
            }
        }
        return ExitCode.SUCCESS;
    }

    /// The page of many runs, if the path stands for several.
    private int writeMany(
            ServedPaths paths, String path, Path page, Arguments arguments, Console console)
            throws IOException {
        OpenEnsemble runs =
                OpenEnsemble.of(options.formats(), arguments.value(options.format()), paths);
        runs.load(console).warnings().forEach(console::warn);
        String html = Dashboard.html(runs, path);
        if (StandardOutput.isMeant(page)) {
            StandardOutput.write(file -> CompleteFile.write(file, html), console);
        } else {
            CompleteFile.write(page, html);
            console.tell("wrote " + page);
        }
        return ExitCode.SUCCESS;
    }

    private static void write(
            Recording recording, RunOptions.Run run, Arguments arguments, Path page)
            throws IOException {
        CompleteFile.write(
                page,
                Dashboard.html(
                        run.path(),
                        run.format(),
                        new Loaded(run, recording.source()),
                        arguments.all(RunOptions.WAITING)));
    }

    /// The loaded run with its trace, unless options changed the nodes or contexts that the trace
    /// refers to.
    private static final class Loaded extends ForwardingSource {
        private final Traces traces;

        Loaded(RunOptions.Run run, ProfileSource recorded) {
            super(new LoadedSource(run.profile(), run.report()));
            boolean same =
                    run.profile().tree().size() == recorded.outline().tree().size()
                            && run.profile().contexts().equals(recorded.outline().contexts());
            this.traces = same ? recorded.traces() : Traces.NONE;
        }

        @Override
        public Traces traces() {
            return traces;
        }
    }
}
