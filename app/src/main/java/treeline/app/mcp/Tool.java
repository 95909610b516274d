package treeline.app.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A question that an assistant may ask: a command with the few arguments that matter.
///
/// @param command the words that call it, empty for the list of open runs
/// @param limit how a command shows fewer rows
record Tool(
        String name,
        String title,
        String description,
        List<String> command,
        List<Argument> arguments,
        Limit limit) {

    /// How an answer is limited.
    enum Limit {
        /// The first rows, or those behind them.
        ROWS,
        /// By `--top`: the nodes with the largest values and their callers.
        TOP
    }

    Tool {
        command = List.copyOf(command);
        arguments = List.copyOf(arguments);
    }

    /// As the list of tools describes it.
    Json.Fields listed() {
        Map<String, Json> properties = new LinkedHashMap<>();
        for (Argument each : arguments) properties.put(each.name(), each.schema());
        List<String> required =
                arguments.stream().filter(Argument::isRequired).map(Argument::name).toList();
        Json.Fields schema =
                Json.Fields.EMPTY
                        .with("type", "object")
                        .with("properties", new Json.Fields(properties));
        if (!required.isEmpty()) schema = schema.with("required", Json.texts(required));
        return Json.Fields.EMPTY
                .with("name", name)
                .with("title", title)
                .with("description", description)
                .with("inputSchema", schema.with("additionalProperties", false))
                .with(
                        "annotations",
                        Json.Fields.EMPTY
                                .with("title", title)
                                .with("readOnlyHint", true)
                                .with("openWorldHint", false));
    }

    /// Requires that arguments are known and that none is missing.
    void check(Json.Fields given) throws ToolError {
        for (String each : given.all().keySet())
            if (argument(each).isEmpty())
                throw new ToolError(
                        "no argument '%s'; %s takes %s"
                                .formatted(Bounds.shortened(each), name, names()));
        for (Argument each : arguments)
            if (each.isRequired() && given.get(each.name()).isEmpty())
                throw new ToolError(
                        "argument '%s' is missing: %s".formatted(each.name(), each.description()));
    }

    Optional<Argument> argument(String called) {
        return arguments.stream().filter(each -> each.name().equals(called)).findFirst();
    }

    private String names() {
        return String.join(", ", arguments.stream().map(Argument::name).toList());
    }

    /// The command line that answers. Behind `--` nothing is an option, and what stands there is
    /// the path of a run that is open, or the text of a query.
    ///
    /// @param options further ones
    List<String> words(Json.Fields given, List<String> options, OpenedRuns runs) throws ToolError {
        List<String> words = new ArrayList<>(command);
        List<String> behind = new ArrayList<>();
        for (Argument each : arguments) {
            Optional<Json> value = given.get(each.name());
            switch (each.kind()) {
                case QUESTION -> words.add(each.text(value.orElseThrow()));
                case RUN -> behind.add(run(each, value, runs).word());
                case RUNS -> several(each, value, runs).forEach(run -> behind.add(run.word()));
                case OPTION_OF_RUNS ->
                        several(each, value, runs)
                                .forEach(run -> words.add(each.option() + "=" + run.word()));
                case POSITIONAL -> behind.add(each.text(value.orElseThrow()));
                case TEXT, NUMBER, WHOLE, FLAG -> {
                    if (value.isPresent()) words.addAll(each.words(value.get()));
                }
                case SHOWN -> {}
            }
        }
        words.addAll(options);
        words.add("--");
        words.addAll(behind);
        return words;
    }

    private static OpenedRuns.Opened run(Argument named, Optional<Json> value, OpenedRuns runs)
            throws ToolError {
        return value.isPresent() ? runs.run(named.text(value.get())) : runs.only();
    }

    private static List<OpenedRuns.Opened> several(
            Argument named, Optional<Json> value, OpenedRuns runs) throws ToolError {
        return runs.runs(value.isPresent() ? named.texts(value.get()) : List.of("*"));
    }
}
