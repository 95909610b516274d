package treeline.app.mcp;

import java.util.ArrayList;
import java.util.List;

/// One argument of a tool: what an assistant reads about it, and what becomes of it on the command
/// line. A value is never an option or a path: it stands behind the `=` of its option or behind
/// `--`, and runs are looked up by their names.
///
/// @param name what assistants call it; the option of the command has dashes for its underscores
/// @param choices the values that it may have, empty where any will do
record Argument(
        String name, Kind kind, boolean isRequired, List<String> choices, String description) {

    /// What an argument is.
    enum Kind {
        /// The name of an open run.
        RUN,
        /// Names of open runs.
        RUNS,
        /// Names of open runs that are the values of an option.
        OPTION_OF_RUNS,
        /// The last word of the command.
        QUESTION,
        /// A parameter of the command, behind its runs.
        POSITIONAL,
        /// The value of an option.
        TEXT,
        NUMBER,
        WHOLE,
        /// An option without a value.
        FLAG,
        /// How much of the answer is shown, which is no matter of the command.
        SHOWN
    }

    Argument {
        choices = List.copyOf(choices);
    }

    /// As the schema of a tool describes it.
    Json.Fields schema() {
        Json.Fields schema = Json.Fields.EMPTY.with("type", type());
        if (type().equals("array"))
            schema =
                    schema.with("items", Json.Fields.EMPTY.with("type", "string"))
                            .with("minItems", 1);
        if (!choices.isEmpty()) schema = schema.with("enum", Json.texts(choices));
        return schema.with("description", description);
    }

    private String type() {
        return switch (kind) {
            case RUN, QUESTION, POSITIONAL, TEXT -> "string";
            case RUNS, OPTION_OF_RUNS -> "array";
            case NUMBER -> "number";
            case WHOLE, SHOWN -> "integer";
            case FLAG -> "boolean";
        };
    }

    /// As commands call it.
    String option() {
        return "--" + name.replace('_', '-');
    }

    /// The option with its value, as one word.
    List<String> words(Json value) throws ToolError {
        return switch (kind) {
            case TEXT -> List.of(option() + "=" + text(value));
            case NUMBER -> List.of(option() + "=" + digits(value));
            case WHOLE -> List.of(option() + "=" + whole(value));
            case FLAG -> flag(value) ? List.of(option()) : List.of();
            case RUN, RUNS, OPTION_OF_RUNS, QUESTION, POSITIONAL, SHOWN -> List.of();
        };
    }

    /// A text; also a number, which assistants write for a rank.
    String text(Json value) throws ToolError {
        String text =
                switch (value) {
                    case Json.Text(String given) -> given;
                    case Json.Numeral(String digits) -> digits;
                    case Json.Flag _, Json.Nothing _, Json.Items _, Json.Fields _ ->
                            throw expected("a text");
                };
        if (choices.isEmpty() || choices.contains(text)) return text;
        throw expected("one of " + String.join(", ", choices));
    }

    /// Several texts, or one.
    List<String> texts(Json value) throws ToolError {
        if (!(value instanceof Json.Items(List<Json> all))) return List.of(text(value));
        List<String> texts = new ArrayList<>();
        for (Json each : all) texts.add(text(each));
        if (texts.isEmpty()) throw expected("at least one name");
        return texts;
    }

    private String digits(Json value) throws ToolError {
        if (value instanceof Json.Numeral(String digits)) return digits;
        throw expected("a number");
    }

    /// A whole number, also where JSON writes it as 3.0.
    int whole(Json value) throws ToolError {
        double number = Double.parseDouble(digits(value));
        if (number == Math.rint(number) && Math.abs(number) <= Integer.MAX_VALUE)
            return (int) number;
        throw expected("a whole number");
    }

    /// The same within limits.
    int whole(Json value, int from, int to) throws ToolError {
        int number = whole(value);
        if (number >= from && number <= to) return number;
        throw expected("a whole number from %d to %d".formatted(from, to));
    }

    private boolean flag(Json value) throws ToolError {
        if (value instanceof Json.Flag(boolean isSet)) return isSet;
        throw expected("true or false");
    }

    private ToolError expected(String what) {
        return new ToolError("argument '%s': expected %s".formatted(name, what));
    }
}
