package treeline.app.mcp;

import treeline.app.cli.Failure;
import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.source.ReadReport;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Evaluates tool calls: asks the question of a tool and returns the answer in a limited size.
final class ToolCalls {
    private static final int MAX_ERROR_LENGTH = 1_000;

    /// Callers, and rows for omitted nodes, come with the nodes of a call tree.
    private static final int ROWS_PER_NODE = 5;

    /// The start of a hint that names a help page, which assistants cannot open.
    private static final String HELP = "see 'treeline ";

    private final OpenedRuns runs;
    private final Optional<String> format;
    private final NextCalls nextCalls;

    /// @param format the format of all runs, or empty to detect it
    ToolCalls(ToolList tools, OpenedRuns runs, Formats formats, Optional<String> format) {
        this.runs = runs;
        this.format = format;
        this.nextCalls = new NextCalls(tools, runs, formats, format);
    }

    /// The answer of a tool.
    ///
    /// @throws ToolError if there is no answer; its message suggests what to ask instead
    JsonValue.Fields answer(Tool tool, JsonValue.Fields given) throws ToolError {
        tool.check(given);
        ResponseLimits limits = ResponseLimits.of(given);
        return tool.question().isPresent()
                ? asked(tool, tool.question().get(), given, limits, new ToolSession())
                : openRuns(limits);
    }

    private JsonValue.Fields openRuns(ResponseLimits limits) {
        List<OpenedRuns.Opened> all = runs.all();
        List<JsonValue.Fields> rows = new ArrayList<>();
        IntStream.range(0, all.size())
                .skip(limits.offset())
                .limit(limits.limit())
                .forEach(i -> rows.add(row(i + 1, all.get(i))));
        return new ResponseBudget(
                        JsonValue.Fields.EMPTY,
                        rows,
                        all.size(),
                        limits,
                        Tool.Limit.ROWS,
                        JsonValue.Fields.EMPTY)
                .fitted(text -> text);
    }

    private static JsonValue.Fields row(int number, OpenedRuns.Opened run) {
        JsonValue.Fields row =
                JsonValue.Fields.EMPTY.with("number", number).with("run", run.name());
        try {
            return Files.isRegularFile(run.root())
                    ? row.with("bytes", Files.size(run.root()))
                    : row.with("folder", Files.isDirectory(run.root()));
        } catch (IOException unreadable) {
            return row.with("problem", "the run cannot be read");
        }
    }

    private JsonValue.Fields asked(
            Tool tool,
            Question question,
            JsonValue.Fields given,
            ResponseLimits limits,
            ToolSession session)
            throws ToolError {
        List<String> words = tool.words(given, options(tool, question, limits), runs);
        long rowsPerNode = tool.limit() == Tool.Limit.TOP ? ROWS_PER_NODE : 1;
        var window = new RowWindow(limits.offset(), limits.limit() * rowsPerNode);
        Answer answer;
        try {
            answer = question.ask(words, session);
            answer.writeJson(window);
        } catch (CancellationException cancelled) {
            throw cancelled;
        } catch (Exception | VirtualMachineError failed) {
            throw error(Failure.of(failed));
        }
        JsonValue.Fields fitted =
                new ResponseBudget(
                                facts(answer, window, session),
                                window.rows(),
                                window.count(),
                                limits,
                                tool.limit(),
                                given)
                        .fitted(runs::withNames);
        List<JsonValue> next = nextCalls.after(tool, given, answer, window.rows());
        return next.isEmpty() ? fitted : fitted.with("next", new JsonValue.Items(next));
    }

    private List<String> options(Tool tool, Question question, ResponseLimits limits) {
        Stream<String> top =
                tool.limit() == Tool.Limit.TOP ? Stream.of("--top=" + limits.limit()) : Stream.of();
        boolean hasFormat =
                question.parameters().stream().anyMatch(each -> each.name().equals("format"));
        Stream<String> formats =
                hasFormat ? format.stream().map(name -> "--format=" + name) : Stream.of();
        return Stream.concat(top, formats).toList();
    }

    private static JsonValue.Fields facts(Answer answer, RowWindow window, ToolSession session) {
        JsonValue.Fields facts = window.facts();
        JsonValue.Fields first =
                JsonValue.Fields.EMPTY.with(
                        "schema", facts.get("schema").orElse(JsonValue.Nothing.NOTHING));
        if (!answer.title().isEmpty()) first = first.with("title", answer.title());
        facts = first.with(facts);
        if (facts.all().get("statements") instanceof JsonValue.Items(List<JsonValue> all))
            facts =
                    facts.with(
                            "statements",
                            new JsonValue.Items(
                                    all.stream().map(ToolCalls::withArguments).toList()));
        Stream<String> lost = facts.get("notes").isPresent() ? Stream.of() : lost(answer.notes());
        List<String> warnings =
                Stream.concat(session.warnings().stream(), lost).distinct().toList();
        return warnings.isEmpty() ? facts : facts.with("warnings", JsonValue.texts(warnings));
    }

    /// A statement whose text names arguments in place of options.
    private static JsonValue withArguments(JsonValue statement) {
        return statement instanceof JsonValue.Fields fields
                ? fields.with("text", AssistantText.of(fields.text("text").orElse("")))
                : statement;
    }

    /// Answers about one run have lost values among their notes; answers about several have not.
    private static Stream<String> lost(ReadReport notes) {
        return notes.entries().stream()
                .filter(ReadReport.Entry::lossy)
                .map(entry -> "values are missing: " + entry);
    }

    /// The failure in one line, with arguments in place of options.
    private ToolError error(Failure failure) {
        String text =
                Stream.of(failure.message(), failure.hint())
                        .flatMap(String::lines)
                        .map(String::strip)
                        .filter(line -> !line.isEmpty() && !line.startsWith(HELP))
                        .collect(Collectors.joining("; "));
        return new ToolError(
                ValueTruncation.cut(AssistantText.of(runs.withNames(text)), MAX_ERROR_LENGTH));
    }
}
