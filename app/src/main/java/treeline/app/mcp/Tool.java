package treeline.app.mcp;

import treeline.question.Question;
import treeline.question.answer.Call;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A tool of the protocol: a question of the list, or the list of open runs.
///
/// @param question empty for the list of open runs
/// @param arguments in the order of the question's operands, then its parameters
record Tool(
        String name,
        String description,
        Optional<Question> question,
        List<ToolArgument> arguments,
        Limit limit) {

    /// How `limit` reduces the rows of an answer.
    enum Limit {
        /// The rows from an offset.
        ROWS,
        /// The question's own parameter `top`: the nodes with the largest values and their callers.
        TOP
    }

    Tool {
        arguments = List.copyOf(arguments);
    }

    /// The entry of `tools/list`.
    JsonValue.Fields listed() {
        Map<String, JsonValue> properties = new LinkedHashMap<>();
        for (ToolArgument each : arguments) properties.put(each.name(), each.schema());
        List<String> required =
                arguments.stream()
                        .filter(ToolArgument::isRequired)
                        .map(ToolArgument::name)
                        .toList();
        JsonValue.Fields schema =
                JsonValue.Fields.EMPTY
                        .with("type", "object")
                        .with("properties", new JsonValue.Fields(properties));
        if (!required.isEmpty()) schema = schema.with("required", JsonValue.texts(required));
        return JsonValue.Fields.EMPTY
                .with("name", name)
                .with("description", description)
                .with("inputSchema", schema.with("additionalProperties", false))
                .with(
                        "annotations",
                        JsonValue.Fields.EMPTY
                                .with("readOnlyHint", true)
                                .with("openWorldHint", false));
    }

    /// Requires that all given arguments exist and that none is missing.
    void check(JsonValue.Fields given) throws ToolError {
        for (String each : given.all().keySet())
            if (argument(each).isEmpty())
                throw new ToolError(
                        "no argument '%s'; %s takes %s"
                                .formatted(BoundedWriter.cut(each), name, names()));
        for (ToolArgument each : arguments)
            if (each.isRequired() && given.get(each.name()).isEmpty())
                throw new ToolError(
                        "argument '%s' is missing: %s".formatted(each.name(), each.description()));
    }

    Optional<ToolArgument> argument(String called) {
        return arguments.stream().filter(each -> each.name().equals(called)).findFirst();
    }

    private String names() {
        return String.join(", ", arguments.stream().map(ToolArgument::name).toList());
    }

    /// The words of the question. Words after `--` are not options: they are paths of open runs, or
    /// the text of an operand.
    ///
    /// @param options further ones
    List<String> words(JsonValue.Fields given, List<String> options, OpenedRuns runs)
            throws ToolError {
        List<String> words = new ArrayList<>();
        List<String> operands = new ArrayList<>();
        for (ToolArgument each : arguments) {
            Optional<JsonValue> value = given.get(each.name());
            switch (each.kind()) {
                case RUN -> operands.add(run(each, value, runs).word());
                case RUNS -> several(each, value, runs).forEach(run -> operands.add(run.word()));
                case RUNS_PARAMETER ->
                        several(each, value, runs)
                                .forEach(run -> words.add(each.option() + "=" + run.word()));
                case OPERAND -> {
                    if (value.isPresent()) operands.add(each.text(value.get()));
                }
                case TEXT, TEXTS, NUMBER, INTEGER, FLAG -> {
                    if (value.isPresent()) words.addAll(each.words(value.get()));
                }
                case LIMIT -> {}
            }
        }
        words.addAll(options);
        words.add("--");
        words.addAll(operands);
        return words;
    }

    private static OpenedRuns.Opened run(
            ToolArgument named, Optional<JsonValue> value, OpenedRuns runs) throws ToolError {
        return value.isPresent() ? runs.run(named.text(value.get())) : runs.only();
    }

    private static List<OpenedRuns.Opened> several(
            ToolArgument named, Optional<JsonValue> value, OpenedRuns runs) throws ToolError {
        return runs.runs(value.isPresent() ? named.texts(value.get()) : List.of("*"));
    }

    /// The arguments of a call of the question, which is about one run. Parameters that the tool
    /// lacks choose where a run is read, or change only how readers see an answer.
    JsonValue.Fields given(Call call, OpenedRuns runs) {
        Question asked = question.orElseThrow();
        Arguments parsed = asked.signature().parse("treeline", call.words());
        Map<String, List<String>> texts = new HashMap<>();
        for (Operand each : asked.operands())
            texts.put(
                    each.value().file() ? "run" : ToolArgument.snakeCase(each.name()),
                    parsed.all(each));
        for (Arguments.Given each : parsed.given())
            texts.computeIfAbsent(
                            ToolArgument.snakeCase(each.option().name()), _ -> new ArrayList<>())
                    .add(String.join(" ", each.words()));
        JsonValue.Fields given = JsonValue.Fields.EMPTY;
        for (ToolArgument each : arguments) {
            List<String> its = texts.getOrDefault(each.name(), List.of());
            if (!its.isEmpty()) given = given.with(each.name(), each.value(its, runs));
        }
        return given;
    }
}
