package treeline.app.mcp;

import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.input.CallPathOperand;
import treeline.question.parameter.UsageException;
import treeline.source.ProfileSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Proposes tool calls that continue an answer: those that its advice names, then those that
/// usually follow the question.
///
/// @param format the format of all runs, or empty to detect it
record NextCalls(ToolList tools, OpenedRuns runs, Formats formats, Optional<String> format) {
    private static final int MAX_CALLS = 3;

    /// Longer call paths would take more room than the answer; a shortened one would be wrong.
    private static final int MAX_LENGTH = 600;

    /// `--prune mpi` in an advice.
    private static final Pattern OPTION = Pattern.compile("--([a-z-]+) ([\\w%:.-]+)");

    /// A command line in an advice, and one of its words.
    private static final Pattern COMMAND = Pattern.compile("treeline (.+)");

    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    private static final String RUN = "run";
    private static final String RUNS = "runs";
    private static final String NODE = "node";

    /// Arguments that select a part of the run, which the next question is about, too.
    private static final Set<String> KEPT =
            Set.of(RUN, RUNS, "metric", "of", "rank", "contexts", "only", "between");

    /// Questions that refuse readings at a point, which do not add up.
    private static final Set<String> OF_SUMS = Set.of("hot_path", "flat", "callers", "ranks");

    /// A question that usually follows.
    ///
    /// @param operand the argument that comes from the rows, or empty
    /// @param column where its value is
    /// @param last whether the last row has it, and not the first
    private record Rule(String tool, String reason, String operand, String column, boolean last) {}

    private static Rule plain(String tool, String reason) {
        return new Rule(tool, reason, "", "", false);
    }

    private static Rule ofFirstRow(String tool, String reason, String operand, String column) {
        return new Rule(tool, reason, operand, column, false);
    }

    private static final Map<String, List<Rule>> RULES =
            Map.ofEntries(
                    Map.entry(
                            "info",
                            List.of(
                                    plain("hot_path", "where the time is spent"),
                                    plain("imbalance", "which ranks are slow"))),
                    Map.entry(
                            "report",
                            List.of(
                                    plain("hot_path", "where the time is spent"),
                                    plain("imbalance", "which ranks are slow"))),
                    Map.entry("tree", List.of(plain("flat", "the same by function"))),
                    Map.entry(
                            "hot_path",
                            List.of(
                                    plain("flat", "all functions by exclusive time"),
                                    plain("imbalance", "whether ranks differ"),
                                    new Rule(
                                            "node",
                                            "the end of the hot path on each rank",
                                            "node",
                                            "path",
                                            true))),
                    Map.entry(
                            "flat",
                            List.of(
                                    ofFirstRow(
                                            "callers",
                                            "who calls the most expensive function",
                                            "function",
                                            "function"))),
                    Map.entry(
                            "imbalance",
                            List.of(
                                    ofFirstRow(
                                            "node",
                                            "the most imbalanced node on each rank",
                                            "node",
                                            "path"),
                                    plain("ranks", "groups of similar ranks"))),
                    Map.entry(
                            "iterations",
                            List.of(
                                    ofFirstRow(
                                            "longest_iterations",
                                            "the longest iterations of the loop",
                                            "node",
                                            "path"))),
                    Map.entry(
                            "communication",
                            List.of(plain("imbalance", "the ranks that others wait for"))),
                    Map.entry(
                            "ensemble_info",
                            List.of(plain("ensemble_stats", "each node over the runs"))),
                    Map.entry(
                            "ensemble_stats",
                            List.of(
                                    plain("ensemble_variability", "what makes runs differ"),
                                    plain("ensemble_speedup", "how nodes scale"))),
                    Map.entry(
                            "ensemble_speedup",
                            List.of(plain("ensemble_model", "how nodes grow with ranks"))));

    /// At most three calls, each `{"tool", "arguments", "reason"}`.
    List<JsonValue> after(
            Tool tool, JsonValue.Fields given, Answer answer, List<JsonValue.Fields> rows) {
        Set<JsonValue> calls = new LinkedHashSet<>();
        for (Statement each : answer.statements())
            if (each.kind() == Statement.Kind.ADVICE) calls.addAll(advised(tool, given, each));
        for (Rule rule : RULES.getOrDefault(tool.name(), List.of()))
            usual(rule, given, rows).ifPresent(calls::add);
        return calls.stream()
                .filter(each -> each.written().length() <= MAX_LENGTH)
                .limit(MAX_CALLS)
                .toList();
    }

    private Optional<JsonValue> usual(
            Rule rule, JsonValue.Fields given, List<JsonValue.Fields> rows) {
        Optional<Tool> next = tools.named(rule.tool);
        if (next.isEmpty()) return Optional.empty();
        JsonValue.Fields arguments = JsonValue.Fields.EMPTY;
        for (Map.Entry<String, JsonValue> each : withRun(given).all().entrySet())
            if (KEPT.contains(each.getKey()) && next.get().argument(each.getKey()).isPresent())
                arguments = arguments.with(each.getKey(), each.getValue());
        if (!rule.operand.isEmpty()) {
            if (rows.isEmpty() || next.get().argument(rule.operand).isEmpty())
                return Optional.empty();
            Optional<String> value =
                    (rule.last ? rows.getLast() : rows.getFirst()).text(rule.column);
            if (value.isEmpty()) return Optional.empty();
            arguments = arguments.with(rule.operand, value.get());
        }
        return isAnswered(next.get(), arguments)
                ? Optional.of(call(next.get(), arguments, rule.reason))
                : Optional.empty();
    }

    /// A question about several runs that was asked about one is followed by questions about it.
    private static JsonValue.Fields withRun(JsonValue.Fields given) {
        return given.all().get(RUNS) instanceof JsonValue.Items(List<JsonValue> names)
                        && names.size() == 1
                ? given.with(RUN, names.getFirst())
                : given;
    }

    /// Whether a run is named, its metric has sums if the question needs them, and its call path is
    /// unambiguous.
    private boolean isAnswered(Tool next, JsonValue.Fields arguments) {
        if (next.argument(RUN).isEmpty()) return true;
        try {
            OpenedRuns.Opened run =
                    arguments.text(RUN).isPresent()
                            ? runs.run(arguments.text(RUN).get())
                            : runs.only();
            Optional<String> node = arguments.text(NODE);
            boolean ofDefault = arguments.get("metric").isEmpty();
            if (node.isEmpty() && !(ofDefault && OF_SUMS.contains(next.name()))) return true;
            try (ProfileSource source = formats.open(run.word(), format).source()) {
                Outline outline = source.outline();
                if (node.isPresent()) CallPathOperand.in(outline.tree(), node.get());
                return !ofDefault
                        || !OF_SUMS.contains(next.name())
                        || outline.defaultMetric().scope() != Metric.Scope.POINT;
            }
        } catch (ToolError | IOException | IllegalArgumentException refused) {
            return false;
        }
    }

    private static JsonValue call(Tool tool, JsonValue.Fields arguments, String reason) {
        return JsonValue.Fields.EMPTY
                .with("tool", tool.name())
                .with("arguments", arguments)
                .with("reason", reason);
    }

    /// The calls that an advice names: a command line, or the same question with one more argument.
    private List<JsonValue> advised(Tool tool, JsonValue.Fields given, Statement advice) {
        String text = advice.sentence().text();
        Optional<MatchResult> command = COMMAND.matcher(text).results().findFirst();
        if (command.isPresent()) return ofCommand(command.get().group(1), text).stream().toList();
        List<JsonValue> calls = new ArrayList<>();
        OPTION.matcher(text)
                .results()
                .forEach(
                        option -> {
                            String name = ToolArgument.snakeCase(option.group(1));
                            if (tool.argument(name).isPresent())
                                calls.add(
                                        call(
                                                tool,
                                                given.with(name, option.group(2)),
                                                AssistantText.of(text)));
                        });
        return calls;
    }

    private Optional<JsonValue> ofCommand(String line, String reason) {
        List<String> words =
                WORD.matcher(line)
                        .results()
                        .map(word -> word.group(1) == null ? word.group() : word.group(1))
                        .toList();
        for (Tool next : tools.all())
            if (next.question().isPresent()) {
                List<String> name = List.of(next.question().get().name().split(" "));
                if (words.size() >= name.size() && words.subList(0, name.size()).equals(name))
                    return arguments(next, words.subList(name.size(), words.size()))
                            .map(arguments -> call(next, arguments, AssistantText.of(reason)));
            }
        return Optional.empty();
    }

    /// The words of a command line as arguments of a tool; empty if the tool lacks one of them.
    private Optional<JsonValue.Fields> arguments(Tool tool, List<String> words) {
        try {
            var parsed =
                    tool.question().orElseThrow().signature().parse("treeline", List.copyOf(words));
            JsonValue.Fields arguments = JsonValue.Fields.EMPTY;
            for (var operand : tool.question().orElseThrow().operands())
                for (String each : parsed.all(operand)) {
                    boolean isRun = operand.value().file();
                    String name = isRun ? RUN : ToolArgument.snakeCase(operand.name());
                    if (tool.argument(name).isEmpty()) return Optional.empty();
                    arguments = arguments.with(name, isRun ? runs.withNames(each) : each);
                }
            for (var option : parsed.given()) {
                String name = ToolArgument.snakeCase(option.option().name());
                if (tool.argument(name).isEmpty()) return Optional.empty();
                arguments =
                        option.words().isEmpty()
                                ? arguments.with(name, true)
                                : arguments.with(name, String.join(" ", option.words()));
            }
            return Optional.of(arguments);
        } catch (UsageException notACommand) {
            return Optional.empty();
        }
    }
}
