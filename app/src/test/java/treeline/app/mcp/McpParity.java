package treeline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.input.Session;
import treeline.question.list.Questions;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Compares the answer of a tool with that of its question: all facts, units, sentences and rows up
/// to four significant digits, exact counts of omitted rows and sentences, and next calls that run.
public final class McpParity {
    private static final int MAX_LIMIT = 100;
    private static final int MAX_WIDTH = 2_000;
    private static final MathContext DIGITS = new MathContext(4);
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--([a-z][a-z-]*[a-z])");

    private final Assistant assistant;
    private final List<Path> runs;

    /// @param runs paths
    public McpParity(List<String> runs) throws IOException {
        assistant = Assistant.of(Formats.all(), runs);
        List<Path> real = new ArrayList<>();
        for (String each : runs) real.add(Path.of(each).toRealPath());
        this.runs = List.copyOf(real);
    }

    /// Asks a question through its tool and compares the answers.
    ///
    /// @param further the operands after the runs
    /// @param parameters by name; `top` is the argument `limit`
    /// @return the number of next calls that were made
    public int check(Question question, List<String> further, Map<String, String> parameters)
            throws IOException {
        Tool tool =
                new ToolList(new Questions(Formats::all).all())
                        .named(question.name().replaceAll("[- ]", "_"))
                        .orElseThrow(() -> new AssertionError(question.name() + " is not a tool"));
        Map<String, String> asked = new TreeMap<>(parameters);
        String top = asked.remove("top");
        JsonValue.Fields arguments = arguments(tool, further, asked);
        int next = 0;
        for (int limit : top == null ? new int[] {MAX_LIMIT, 2} : new int[] {Integer.parseInt(top)})
            next += check(tool, question, arguments, limit, further, asked);
        return next;
    }

    private JsonValue.Fields arguments(
            Tool tool, List<String> further, Map<String, String> parameters) {
        JsonValue.Fields arguments = JsonValue.Fields.EMPTY.with("width", MAX_WIDTH);
        Iterator<String> operands = further.iterator();
        Iterator<Path> paths = runs.iterator();
        for (ToolArgument each : tool.arguments()) {
            String value = parameters.get(each.name().replace('_', '-'));
            switch (each.kind()) {
                case RUN -> arguments = arguments.with(each.name(), name(paths.next()));
                case RUNS ->
                        arguments =
                                arguments.with(
                                        each.name(),
                                        JsonValue.texts(
                                                runs.stream().map(McpParity::name).toList()));
                case OPERAND -> {
                    if (operands.hasNext())
                        arguments = arguments.with(each.name(), operands.next());
                }
                case TEXT, TEXTS -> {
                    if (value != null) arguments = arguments.with(each.name(), value);
                }
                case NUMBER, INTEGER -> {
                    if (value != null)
                        arguments = arguments.with(each.name(), new JsonValue.Numeral(value));
                }
                case FLAG -> {
                    if (value != null) arguments = arguments.with(each.name(), true);
                }
                case RUNS_PARAMETER, LIMIT -> {}
            }
        }
        return arguments;
    }

    private static String name(Path run) {
        return run.getFileName().toString();
    }

    private int check(
            Tool tool,
            Question question,
            JsonValue.Fields arguments,
            int limit,
            List<String> further,
            Map<String, String> parameters)
            throws IOException {
        boolean isTree = tool.limit() == Tool.Limit.TOP;
        JsonValue.Fields given = arguments.with("limit", limit);
        Optional<JsonValue.Fields> expected =
                expected(question, isTree ? limit : 0, further, parameters);
        if (expected.isEmpty()) {
            assertThat(assistant.refused(tool.name(), given.written())).isNotBlank();
            return 0;
        }
        JsonValue.Fields answer = assistant.ask(tool.name(), given.written());
        String called = tool.name() + given.written();
        checkRows(called, answer, expected.get(), limit, isTree);
        checkContent(called, answer, forAssistants(expected.get()));
        return next(called, answer);
    }

    /// The answer of the question as JSON; empty if it refuses.
    private Optional<JsonValue.Fields> expected(
            Question question, int top, List<String> further, Map<String, String> parameters)
            throws IOException {
        List<String> words = new ArrayList<>();
        parameters.forEach(
                (name, value) ->
                        words.add(
                                value.isEmpty() ? "--" + name : "--%s=%s".formatted(name, value)));
        if (top > 0) words.add("--top=" + top);
        words.add("--");
        runs.forEach(each -> words.add(each.toString()));
        words.addAll(further);
        try {
            Answer answer = question.ask(words, Session.SILENT);
            var text = new StringBuilder();
            answer.writeJson(text);
            return Optional.of(Assistant.read(withNames(text.toString())));
        } catch (IllegalArgumentException refused) {
            return Optional.empty();
        }
    }

    private String withNames(String text) {
        String named = text;
        for (Path each : runs) named = named.replace(each.toString(), name(each));
        return named;
    }

    private static void checkRows(
            String called,
            JsonValue.Fields answer,
            JsonValue.Fields expected,
            int limit,
            boolean isTree) {
        List<JsonValue> sent = Assistant.rows(answer);
        List<JsonValue> all = Assistant.rows(expected);
        assertThat(Assistant.number(answer, "rows_total")).as(called).isEqualTo(all.size());
        long hidden = isTree ? sent.stream().mapToLong(McpParity::hidden).sum() : 0;
        assertThat(Assistant.number(answer, "left_out"))
                .as(called)
                .isEqualTo(all.size() - sent.size() + hidden);
        assertThat(answer.get("ask").isPresent())
                .as(called)
                .isEqualTo(Assistant.number(answer, "left_out") > 0);
        if (!isTree) assertThat(sent).as(called).hasSizeLessThanOrEqualTo(limit);
        if (!all.isEmpty()) assertThat(sent).as(called).isNotEmpty();
    }

    private static long hidden(JsonValue row) {
        return ((JsonValue.Fields) row).all().get("hidden")
                        instanceof JsonValue.Numeral(String many)
                ? Long.parseLong(many)
                : 0;
    }

    /// Everything that was sent is in the answer of the question, and omitted items are counted by
    /// their place, except rows, which have their own count.
    private static void checkContent(
            String called, JsonValue.Fields answer, JsonValue.Fields expected) {
        Map<String, Long> omitted = new TreeMap<>();
        for (Map.Entry<String, JsonValue> each : expected.all().entrySet()) {
            String name = each.getKey();
            JsonValue sent = answer.get(name).orElseThrow(() -> new AssertionError(name));
            checkSame(called, sent, each.getValue(), name, omitted);
        }
        omitted.remove("rows");
        Map<String, Long> counted = new TreeMap<>();
        if (answer.all().get("items_left_out") instanceof JsonValue.Fields counts)
            for (String place : counts.all().keySet())
                counted.put(place, Assistant.number(counts, place));
        assertThat(counted).as(called).isEqualTo(omitted);
    }

    private static void checkSame(
            String called,
            JsonValue sent,
            JsonValue expected,
            String place,
            Map<String, Long> omitted) {
        if (sent instanceof JsonValue.Items(List<JsonValue> some)
                && expected instanceof JsonValue.Items(List<JsonValue> all)) {
            if (some.size() < all.size())
                omitted.merge(place, (long) all.size() - some.size(), Long::sum);
            for (int i = 0; i < some.size(); i++)
                checkSame(called, some.get(i), all.get(i), place, omitted);
        } else if (sent instanceof JsonValue.Fields some
                && expected instanceof JsonValue.Fields all) {
            assertThat(some.all().keySet()).as(called).isEqualTo(all.all().keySet());
            some.all()
                    .forEach(
                            (name, value) ->
                                    checkSame(
                                            called,
                                            value,
                                            all.get(name).orElseThrow(),
                                            place + "." + name,
                                            omitted));
        } else assertThat(rounded(sent)).as("%s %s", called, place).isEqualTo(rounded(expected));
    }

    /// Sentences name arguments, not options.
    private static JsonValue.Fields forAssistants(JsonValue.Fields answer) {
        List<JsonValue> statements = new ArrayList<>();
        for (JsonValue each : items(answer, "statements")) {
            JsonValue.Fields statement = (JsonValue.Fields) each;
            String text =
                    OPTION.matcher(statement.text("text").orElseThrow())
                            .replaceAll(option -> option.group(1).replace('-', '_'));
            statements.add(statement.with("text", text));
        }
        return answer.get("statements").isEmpty()
                ? answer
                : answer.with("statements", new JsonValue.Items(statements));
    }

    private static List<JsonValue> items(JsonValue.Fields of, String name) {
        return of.all().get(name) instanceof JsonValue.Items(List<JsonValue> all) ? all : List.of();
    }

    /// Every next call is a call of this server that has an answer.
    private int next(String called, JsonValue.Fields answer) {
        List<JsonValue> next = items(answer, "next");
        for (JsonValue each : next) {
            JsonValue.Fields call = (JsonValue.Fields) each;
            JsonValue.Fields result =
                    assistant.call(
                            call.text("tool").orElseThrow(),
                            Assistant.fields(call, "arguments").written());
            assertThat(result.get("isError"))
                    .as("after %s: %s%n%s", called, each.written(), result.written())
                    .contains(new JsonValue.Flag(false));
        }
        return next.size();
    }

    /// Numbers with four significant digits, except integers below a million.
    private static JsonValue rounded(JsonValue value) {
        return value instanceof JsonValue.Numeral(String digits)
                ? new JsonValue.Numeral(rounded(digits))
                : value;
    }

    private static String rounded(String digits) {
        var number = new BigDecimal(digits);
        boolean isExact =
                number.abs().compareTo(BigDecimal.valueOf(1_000_000)) < 0
                        && number.stripTrailingZeros().scale() <= 0;
        BigDecimal shown = isExact ? number : number.round(DIGITS);
        return shown.stripTrailingZeros().toString();
    }
}
