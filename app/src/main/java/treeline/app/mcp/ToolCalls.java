package treeline.app.mcp;

import treeline.app.cli.Failure;
import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.source.ReadReport;
import treeline.table.JsonWriter;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Evaluates tool calls: asks the question of a tool and returns the answer in a limited size.
final class ToolCalls {
    private static final int MAX_ERROR_LENGTH = 1_000;

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
        return new ResponseBudget(
                        this::writeRuns,
                        text -> text,
                        limits,
                        Tool.Limit.ROWS,
                        JsonValue.Fields.EMPTY)
                .fitted();
    }

    private void writeRuns(JsonWriter json) {
        json.object().name("rows").array();
        int number = 0;
        for (OpenedRuns.Opened run : runs.all()) {
            json.object().name("number").value(++number);
            json.name("run").value(run.name());
            try {
                if (Files.isRegularFile(run.root()))
                    json.name("bytes").value(Files.size(run.root()));
                else json.name("folder").value(Files.isDirectory(run.root()));
            } catch (IOException unreadable) {
                json.name("problem").value("the run cannot be read");
            }
            json.end();
        }
        json.end().end();
    }

    private JsonValue.Fields asked(
            Tool tool,
            Question question,
            JsonValue.Fields given,
            ResponseLimits limits,
            ToolSession session)
            throws ToolError {
        List<String> words = tool.words(given, options(tool, question, limits), runs);
        try {
            Answer answer = question.ask(words, session);
            JsonValue.Fields fitted =
                    new ResponseBudget(
                                    json -> write(answer, session, json),
                                    runs::withNames,
                                    limits,
                                    tool.limit(),
                                    given)
                            .fitted();
            List<JsonValue> next = nextCalls.after(tool, given, answer);
            return next.isEmpty() ? fitted : fitted.with("next", new JsonValue.Items(next));
        } catch (CancellationException cancelled) {
            throw cancelled;
        } catch (Exception | VirtualMachineError failed) {
            throw error(Failure.of(failed));
        }
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

    private static void write(Answer answer, ToolSession session, BoundedWriter json) {
        if (!answer.title().isEmpty()) json.name("title").value(answer.title());
        answer.writeJson(json);
        Stream<String> lost = json.has("notes") ? Stream.of() : lost(answer.notes());
        List<String> warnings =
                Stream.concat(session.warnings().stream(), lost).distinct().toList();
        if (!warnings.isEmpty()) json.name("warnings").values(warnings);
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
                BoundedWriter.cut(ToolArgument.inText(runs.withNames(text)), MAX_ERROR_LENGTH));
    }
}
