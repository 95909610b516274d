package treeline.question.answer;

import treeline.table.JsonWriter;
import treeline.view.Quantity;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A sentence of an answer: a template with typed arguments.
///
/// Interfaces render the same template, so wording, units and rounding agree on every screen, and a
/// test can recompute each argument.
///
/// @param template the sentence with one `{name}` per argument, in order
public record Statement(Kind kind, String template, List<Argument> arguments) implements Block {
    /// Three significant digits, as on every screen.
    private static final Quantity IN_UNICODE = new Quantity(3, true);

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z][a-zA-Z]*)}");

    /// The role of a sentence.
    public enum Kind {
        /// Something observed in the data.
        FINDING,
        /// A conclusion from findings.
        VERDICT,
        /// Something that the answer omits, and why.
        OMISSION,
        /// What to ask or change next.
        ADVICE
    }

    public Statement {
        arguments = List.copyOf(arguments);
        long placeholders = PLACEHOLDER.matcher(template).results().count();
        if (placeholders != arguments.size())
            throw new IllegalArgumentException(
                    "'%s' has %d placeholders and %d arguments"
                            .formatted(template, placeholders, arguments.size()));
    }

    public static Statement finding(String template, Argument... arguments) {
        return new Statement(Kind.FINDING, template, List.of(arguments));
    }

    public static Statement verdict(String template, Argument... arguments) {
        return new Statement(Kind.VERDICT, template, List.of(arguments));
    }

    public static Statement omission(String template, Argument... arguments) {
        return new Statement(Kind.OMISSION, template, List.of(arguments));
    }

    public static Statement advice(String template, Argument... arguments) {
        return new Statement(Kind.ADVICE, template, List.of(arguments));
    }

    /// The sentence.
    public String text(Quantity quantity) {
        Matcher matcher = PLACEHOLDER.matcher(template);
        var text = new StringBuilder();
        for (Argument argument : arguments) {
            if (!matcher.find()) throw new IllegalStateException(template);
            matcher.appendReplacement(text, Matcher.quoteReplacement(argument.text(quantity)));
        }
        return matcher.appendTail(text).toString();
    }

    /// `{"kind": "finding", "text": "...", "arguments": {...}}`.
    public void toJson(JsonWriter json) {
        json.object().name("kind").value(kind.name().toLowerCase(Locale.ROOT));
        json.name("text").value(text(IN_UNICODE)).name("arguments").object();
        Matcher matcher = PLACEHOLDER.matcher(template);
        for (Argument argument : arguments) {
            if (!matcher.find()) throw new IllegalStateException(template);
            json.name(matcher.group(1));
            switch (argument) {
                case Argument.Amount(double value, _) -> json.value(value);
                case Argument.Share(double value) -> json.value(value);
                case Argument.Change(double value, _) -> json.value(value);
                case Argument.RelativeChange(double value) -> json.value(value);
                case Argument.Count(long value) -> json.value(value);
                case Argument.Name(String value) -> json.value(value);
                case Argument.Path(String value) -> json.value(value);
            }
        }
        json.end().end();
    }
}
