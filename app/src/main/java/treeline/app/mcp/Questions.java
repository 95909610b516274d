package treeline.app.mcp;

import treeline.app.cli.CommandLine;
import treeline.app.cli.ExitCode;
import treeline.app.terminal.Console;
import treeline.question.screen.Screen;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Answers the calls of tools. It computes nothing: a tool is a command of the command line with
/// `--json`, of whose answer it shows a part.
final class Questions {
    private static final Screen PLAIN = new Screen(false, Screen.UNLIMITED, false, true);
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MAX_ERROR_LENGTH = 1_000;

    /// Callers and rows for what is hidden come with the nodes that were asked for.
    private static final int ROWS_PER_NODE = 5;

    /// Of a hint that names a page of help, which assistants cannot open.
    private static final String HELP = "see 'treeline ";

    private static final String WARNING = "warning: ";

    private final CommandLine commandLine;
    private final OpenedRuns runs;
    private final List<String> always;

    /// @param format that all runs are read as, or empty to recognise it
    Questions(CommandLine commandLine, OpenedRuns runs, Optional<String> format) {
        this.commandLine = commandLine;
        this.runs = runs;
        this.always =
                Stream.concat(Stream.of("--json"), format.map(name -> "--format=" + name).stream())
                        .toList();
    }

    /// The answer of a tool.
    ///
    /// @throws ToolError where there is none; it says what to ask instead
    Json.Fields answer(Tool tool, Json.Fields given) throws ToolError {
        tool.check(given);
        Shown shown = Shown.of(given);
        return tool.name().equals(Tools.RUNS) ? listed(shown) : asked(tool, given, shown);
    }

    private Json.Fields listed(Shown shown) throws ToolError {
        List<OpenedRuns.Opened> all = runs.all();
        List<Json.Fields> rows = new ArrayList<>();
        IntStream.range(0, all.size())
                .skip(shown.offset())
                .limit(shown.limit())
                .forEach(i -> rows.add(row(i + 1, all.get(i))));
        return new Answer(
                        Json.Fields.EMPTY,
                        rows,
                        all.size(),
                        shown,
                        Tool.Limit.ROWS,
                        Json.Fields.EMPTY)
                .fitted(text -> text);
    }

    private static Json.Fields row(int number, OpenedRuns.Opened run) {
        Json.Fields row = Json.Fields.EMPTY.with("number", number).with("run", run.name());
        try {
            return Files.isRegularFile(run.root())
                    ? row.with("bytes", Files.size(run.root()))
                    : row.with("folder", Files.isDirectory(run.root()));
        } catch (IOException unreadable) {
            return row.with("problem", "it cannot be read");
        }
    }

    private Json.Fields asked(Tool tool, Json.Fields given, Shown shown) throws ToolError {
        boolean top = tool.limit() == Tool.Limit.TOP;
        List<String> options = new ArrayList<>(always);
        if (top) options.add("--top=" + shown.limit());
        List<String> words = tool.words(given, options, runs);
        var window =
                new RowWindow(shown.offset(), (long) shown.limit() * (top ? ROWS_PER_NODE : 1));
        var said = new ByteArrayOutputStream();
        var console =
                new Console(
                        Console.stream(window, BUFFER_BYTES),
                        Console.stream(said, BUFFER_BYTES),
                        PLAIN,
                        false);
        int exitCode = commandLine.run(words, console);
        List<String> lines = runs.withNames(said.toString(StandardCharsets.UTF_8)).lines().toList();
        if (exitCode != ExitCode.SUCCESS) throw error(tool, lines);
        Json.Fields facts = window.facts();
        List<String> warnings = warnings(lines, facts.get("notes").isPresent());
        if (!warnings.isEmpty()) facts = facts.with("warnings", Json.texts(warnings));
        return new Answer(facts, window.rows(), window.count(), shown, tool.limit(), given)
                .fitted(runs::withNames);
    }

    /// The warnings of a command. Answers about one run have missing values among their notes.
    private static List<String> warnings(List<String> lines, boolean hasNotes) {
        return lines.stream()
                .filter(line -> line.startsWith(WARNING))
                .map(line -> line.substring(WARNING.length()))
                .filter(line -> !(hasNotes && line.startsWith("values are missing: ")))
                .toList();
    }

    /// What a command says when it fails, in one line, with arguments where it names its options.
    private static ToolError error(Tool tool, List<String> lines) {
        String text =
                lines.stream()
                        .filter(line -> !line.startsWith(WARNING))
                        .map(line -> line.replaceFirst("^treeline: ", "").strip())
                        .filter(line -> !line.startsWith(HELP))
                        .collect(Collectors.joining("; "));
        for (Argument each : tool.arguments())
            text = text.replaceAll(each.option() + "(?![\\w-])", each.name());
        return new ToolError(Bounds.cut(text, MAX_ERROR_LENGTH));
    }
}
