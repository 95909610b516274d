package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Failure;
import treeline.app.terminal.Console;
import treeline.app.terminal.Progress;
import treeline.formats.Formats;
import treeline.question.input.FileOptions;
import treeline.question.input.Recording;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.table.JsonWriter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// `treeline info`: what is in profiles, without analysing it.
public final class InfoCommand {
    private static final Operand PATHS =
            Operand.some(ParameterType.file("PATH"), "files, directories or patterns");
    private static final Parameter<Boolean> JSON =
            Parameter.flag("json", "print JSON for programs");

    private final Supplier<Formats> formats;
    private final Parameter<String> format;

    public InfoCommand(Supplier<Formats> formats) {
        this.formats = formats;
        this.format = FileOptions.format(formats);
    }

    public Command command() {
        return new Command(
                "info",
                "show what is in profiles: run, contexts, metrics, sizes",
                List.of(PATHS),
                List.of(format, JSON),
                List.of(
                        new Command.Example("treeline info run.tldb", "what was recorded"),
                        new Command.Example(
                                "treeline info 'runs/*.tldb' --json",
                                "of several runs, for a program")),
                this::run);
    }

    private int run(Arguments arguments, Console console) {
        List<String> paths = arguments.all(PATHS);
        Optional<JsonWriter> json =
                arguments.has(JSON)
                        ? Optional.of(
                                new JsonWriter(console.out())
                                        .object()
                                        .name("schema")
                                        .value("treeline/info/1")
                                        .name("rows")
                                        .array())
                        : Optional.empty();
        int exitCode = ExitCode.SUCCESS;
        boolean first = true;
        Set<String> reported = new HashSet<>(); // files of one run may fail for the same reason
        for (String path : runsOf(paths, arguments.value(format))) {
            int code = show(path, arguments.value(format), json, first, reported, console);
            first &= code != ExitCode.SUCCESS;
            exitCode = Math.max(exitCode, code);
        }
        json.ifPresent(open -> open.end().end());
        return exitCode;
    }

    /// A pattern, or a directory, may name several runs. A path that cannot be read stays in the
    /// list, because [#show] reports the reason.
    private List<String> runsOf(List<String> paths, Optional<String> formatName) {
        List<String> runs = new ArrayList<>();
        for (String path : paths)
            try {
                runs.addAll(formats.get().runsOf(path, formatName));
            } catch (IOException | RuntimeException unreadable) {
                runs.add(path);
            }
        return runs;
    }

    /// One path that cannot be read does not hide the others.
    private int show(
            String path,
            Optional<String> formatName,
            Optional<JsonWriter> json,
            boolean first,
            Set<String> reported,
            Console console) {
        ProfileFacts facts;
        try {
            facts = factsOf(path, formatName, console);
        } catch (IOException | RuntimeException failed) {
            Failure failure = Failure.of(failed);
            if (reported.add(failure.message())) console.say("treeline: " + failure.message());
            return failure.exitCode();
        }
        if (json.isPresent()) {
            facts.writeTo(json.get());
        } else {
            if (!first) console.out().println();
            facts.lines(console.screen()).forEach(console.out()::println);
        }
        return ExitCode.SUCCESS;
    }

    private ProfileFacts factsOf(String path, Optional<String> formatName, Console console)
            throws IOException {
        try (Recording recording = Recording.open(formats.get(), path, formatName, console)) {
            long steps = ProfileFacts.steps(recording.source().outline());
            try (Progress progress = Progress.of(console, "reading " + path, steps)) {
                return ProfileFacts.of(path, recording, progress);
            }
        }
    }
}
