package treeline.app.mcp;

import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// An argument of a tool: its JSON schema, and the words that it becomes in the question. A value
/// is never an option or a path: it follows the `=` of its own option or comes after `--`, and runs
/// are looked up by name.
///
/// @param name snake case; the parameter of the question has dashes
/// @param words the number of words of a value, as `FROM TO` has two
/// @param choices the accepted values, empty if any value is accepted
/// @param description empty if the instructions of the server describe the argument
record ToolArgument(
        String name,
        Kind kind,
        boolean isRequired,
        int words,
        List<String> choices,
        String description) {
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--([a-z][a-z-]*[a-z])");

    /// A default that differs between readers and programs: assistants get that of programs.
    private static final Pattern DEFAULT_FOR_PROGRAMS =
            Pattern.compile("default: [^;)]*; (\\S+) with [^)]*--json and --csv");

    /// The role and type of an argument.
    enum Kind {
        /// The name of an open run.
        RUN,
        /// Names of open runs.
        RUNS,
        /// Names of open runs that are values of a parameter.
        RUNS_PARAMETER,
        /// An operand other than a run.
        OPERAND,
        /// A parameter with a string value.
        TEXT,
        /// A parameter that may be given several times.
        TEXTS,
        NUMBER,
        INTEGER,
        FLAG,
        /// The size of the response, which the question does not see.
        LIMIT
    }

    ToolArgument {
        choices = List.copyOf(choices);
    }

    static ToolArgument of(Kind kind, String name, boolean isRequired, String description) {
        return new ToolArgument(name, kind, isRequired, 1, List.of(), description);
    }

    static ToolArgument of(Operand operand) {
        return of(
                Kind.OPERAND,
                snakeCase(operand.name()),
                operand.isNeeded(),
                inText(operand.description()));
    }

    static ToolArgument of(Parameter<?> parameter, String description) {
        ParameterType<?> type = parameter.value();
        String name = snakeCase(parameter.name());
        if (type == null) return of(Kind.FLAG, name, false, description);
        List<String> choices = type.isChoice() ? type.choices().get() : List.of();
        return new ToolArgument(
                name, kind(type, parameter.repeated()), false, type.words(), choices, description);
    }

    private static Kind kind(ParameterType<?> type, boolean repeated) {
        if (repeated) return Kind.TEXTS;
        if (type.isInteger()) return Kind.INTEGER;
        return type.isReal() ? Kind.NUMBER : Kind.TEXT;
    }

    static String snakeCase(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[- ]", "_");
    }

    /// A text of the command line, rewritten for assistants: `--group-by` becomes `group_by`.
    static String inText(String text) {
        String defaults = DEFAULT_FOR_PROGRAMS.matcher(text).replaceAll("default: $1");
        return OPTION.matcher(defaults).replaceAll(name -> name.group(1).replace('-', '_'));
    }

    JsonValue.Fields schema() {
        JsonValue.Fields schema = JsonValue.Fields.EMPTY.with("type", type());
        JsonValue.Fields item = JsonValue.Fields.EMPTY.with("type", "string");
        if (!choices.isEmpty() && kind == Kind.TEXTS)
            item = item.with("enum", JsonValue.texts(choices));
        else if (!choices.isEmpty()) schema = schema.with("enum", JsonValue.texts(choices));
        if (type().equals("array")) schema = schema.with("items", item);
        return description.isEmpty() ? schema : schema.with("description", description);
    }

    private String type() {
        return switch (kind) {
            case RUN, OPERAND, TEXT -> "string";
            case RUNS, RUNS_PARAMETER, TEXTS -> "array";
            case NUMBER -> "number";
            case INTEGER, LIMIT -> "integer";
            case FLAG -> "boolean";
        };
    }

    /// The parameter as commands write it.
    String option() {
        return "--" + name.replace('_', '-');
    }

    /// The parameter with its value, as words of a command line.
    List<String> words(JsonValue value) throws ToolError {
        return switch (kind) {
            case TEXT -> option(text(value));
            case TEXTS -> {
                List<String> all = new ArrayList<>();
                for (String each : texts(value)) all.addAll(option(each));
                yield all;
            }
            case NUMBER -> option(digits(value));
            case INTEGER -> option(Integer.toString(integer(value)));
            case FLAG -> flag(value) ? List.of(option()) : List.of();
            case RUN, RUNS, RUNS_PARAMETER, OPERAND, LIMIT -> List.of();
        };
    }

    /// Exactly as many words as the parser of the question takes for this parameter: a further one
    /// could be an option.
    private List<String> option(String value) throws ToolError {
        if (words == 1) return List.of(option() + "=" + value);
        List<String> parts = List.of(value.strip().split("\\s+"));
        if (parts.size() != words) throw expected("%d words".formatted(words));
        return Stream.concat(
                        Stream.of(option() + "=" + parts.getFirst()),
                        parts.subList(1, words).stream())
                .toList();
    }

    /// The value that words of a command line mean.
    JsonValue value(List<String> texts, OpenedRuns runs) {
        return switch (kind) {
            case FLAG -> new JsonValue.Flag(true);
            case NUMBER, INTEGER -> new JsonValue.Numeral(texts.getFirst());
            case TEXTS -> JsonValue.texts(texts);
            case TEXT, OPERAND, LIMIT, RUN, RUNS, RUNS_PARAMETER ->
                    new JsonValue.Text(runs.withNames(texts.getFirst()));
        };
    }

    /// A string, or a number, which assistants write for a rank.
    String text(JsonValue value) throws ToolError {
        String text =
                switch (value) {
                    case JsonValue.Text(String given) -> given;
                    case JsonValue.Numeral(String digits) -> digits;
                    case JsonValue.Flag _,
                            JsonValue.Nothing _,
                            JsonValue.Items _,
                            JsonValue.Fields _ ->
                            throw expected("a string");
                };
        if (choices.isEmpty() || choices.contains(text)) return text;
        throw expected("one of " + String.join(", ", choices));
    }

    /// Several strings, or one.
    List<String> texts(JsonValue value) throws ToolError {
        if (!(value instanceof JsonValue.Items(List<JsonValue> all))) return List.of(text(value));
        List<String> texts = new ArrayList<>();
        for (JsonValue each : all) texts.add(text(each));
        if (texts.isEmpty()) throw expected("at least one string");
        return texts;
    }

    private String digits(JsonValue value) throws ToolError {
        if (value instanceof JsonValue.Numeral(String digits)) return digits;
        throw expected("a number");
    }

    /// An integer, also if JSON writes it as 3.0.
    int integer(JsonValue value) throws ToolError {
        double number = Double.parseDouble(digits(value));
        if (number == Math.rint(number) && Math.abs(number) <= Integer.MAX_VALUE)
            return (int) number;
        throw expected("an integer");
    }

    int integer(JsonValue value, int min, int max) throws ToolError {
        int number = integer(value);
        if (number >= min && number <= max) return number;
        throw expected("an integer from %d to %d".formatted(min, max));
    }

    private boolean flag(JsonValue value) throws ToolError {
        if (value instanceof JsonValue.Flag(boolean isSet)) return isSet;
        throw expected("true or false");
    }

    private ToolError expected(String what) {
        return new ToolError("argument '%s': expected %s".formatted(name, what));
    }
}
