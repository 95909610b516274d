package treeline.app.mcp;

import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.question.answer.Answer;
import treeline.question.answer.Call;
import treeline.question.answer.Statement;
import treeline.question.input.CallPathOperand;
import treeline.source.ProfileSource;
import treeline.table.Table;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Proposes tool calls that continue an answer: those of its statements, then those that usually
/// follow the question.
///
/// @param format the format of all runs, or empty to detect it
record NextCalls(ToolList tools, OpenedRuns runs, Formats formats, Optional<String> format) {
    private static final int MAX_CALLS = 3;

    /// Longer call paths would take more room than the answer; a shortened one would be wrong.
    private static final int MAX_LENGTH = 600;

    private static final String RUN = "run";
    private static final String RUNS = "runs";
    private static final String NODE = "node";
    private static final String FUNCTION = "function";
    private static final String HOT_PATH = "hot_path";

    /// Arguments that select a part of the run, which the next question is about, too.
    private static final Set<String> KEPT =
            Set.of(RUN, RUNS, "metric", "of", "rank", "contexts", "only", "between");

    /// Questions that refuse readings at a point, which do not add up.
    private static final Set<String> OF_SUMS = Set.of(HOT_PATH, "flat", "callers", "ranks");

    /// A tool that usually follows another.
    ///
    /// @param operand the argument that comes from the answer, or empty
    private record Rule(String after, String tool, String reason, String operand) {
        Rule(String after, String tool, String reason) {
            this(after, tool, reason, "");
        }
    }

    private static final List<Rule> RULES =
            List.of(
                    new Rule("info", HOT_PATH, "where the time is spent"),
                    new Rule("info", "imbalance", "which ranks are slow"),
                    new Rule("tree", "flat", "the same by function"),
                    new Rule(HOT_PATH, "flat", "all functions by exclusive time"),
                    new Rule(HOT_PATH, "imbalance", "whether ranks differ"),
                    new Rule(HOT_PATH, NODE, "the end of the hot path on each rank", NODE),
                    new Rule("flat", "callers", "who calls the most expensive function", FUNCTION),
                    new Rule("imbalance", NODE, "the most imbalanced node on each rank", NODE),
                    new Rule("imbalance", "ranks", "groups of similar ranks"),
                    new Rule("iterations", "longest_iterations", "the longest iterations"),
                    new Rule("communication", "imbalance", "the ranks that others wait for"),
                    new Rule("ensemble_info", "ensemble_stats", "each node over the runs"),
                    new Rule("ensemble_stats", "ensemble_variability", "what makes runs differ"),
                    new Rule("ensemble_stats", "ensemble_speedup", "how nodes scale"),
                    new Rule("ensemble_speedup", "ensemble_model", "how nodes grow with ranks"));

    /// At most three calls, each `{"tool", "arguments", "reason"}`.
    List<JsonValue> after(Tool tool, JsonValue.Fields given, Answer answer) {
        Set<JsonValue> calls = new LinkedHashSet<>();
        for (Statement each : answer.statements())
            each.next()
                    .ifPresent(
                            next ->
                                    tools.named(ToolArgument.snakeCase(next.question()))
                                            .map(its -> proposed(its, next, each))
                                            .ifPresent(calls::add));
        for (Rule rule : RULES)
            if (rule.after.equals(tool.name()))
                tools.named(rule.tool)
                        .flatMap(next -> usual(rule, next, given, answer))
                        .ifPresent(calls::add);
        return calls.stream()
                .filter(each -> each.written().length() <= MAX_LENGTH)
                .limit(MAX_CALLS)
                .toList();
    }

    private JsonValue proposed(Tool tool, Call next, Statement by) {
        String reason = ToolArgument.inText(runs.withNames(by.text()));
        return call(tool, tool.given(next, runs), reason);
    }

    private Optional<JsonValue> usual(Rule rule, Tool next, JsonValue.Fields given, Answer answer) {
        JsonValue.Fields arguments = JsonValue.Fields.EMPTY;
        for (Map.Entry<String, JsonValue> each : withRun(given).all().entrySet())
            if (KEPT.contains(each.getKey()) && next.argument(each.getKey()).isPresent())
                arguments = arguments.with(each.getKey(), each.getValue());
        if (!rule.operand.isEmpty()) {
            Table rows = answer.table();
            String column = rule.operand.equals(NODE) ? "path" : rule.operand;
            if (rows.rows() == 0 || !rows.names().contains(column)) return Optional.empty();
            int row = rule.after.equals(HOT_PATH) ? rows.rows() - 1 : 0;
            arguments = arguments.with(rule.operand, rows.column(column).text(row));
        }
        return isAnswered(next, arguments)
                ? Optional.of(call(next, arguments, rule.reason))
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
}
