package treeline.question.answer;

import treeline.table.JsonWriter;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
        ADVICE,
        /// A reason to doubt the answer. Commands print it on the error stream in every form of
        /// output.
        WARNING
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

    public static Statement warning(String template, Argument... arguments) {
        return new Statement(Kind.WARNING, template, List.of(arguments));
    }

    public static Statement advice(String template, Argument... arguments) {
        return new Statement(Kind.ADVICE, template, List.of(arguments));
    }

    /// A sentence whose number of arguments depends on the data.
    public static Builder builder(Kind kind) {
        return new Builder(kind);
    }

    /// Appends texts and arguments to a template.
    public static final class Builder {
        private static final List<String> ORDINALS =
                List.of("", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth");

        private final Kind kind;
        private final StringBuilder template = new StringBuilder();
        private final List<Argument> arguments = new ArrayList<>();
        private final Map<String, Integer> uses = new HashMap<>();

        private Builder(Kind kind) {
            this.kind = kind;
        }

        public Builder text(String words) {
            template.append(words);
            return this;
        }

        /// Appends an argument. The second one of a name gets the placeholder `{secondName}`.
        public Builder argument(String name, Argument argument) {
            String ordinal = ORDINALS.get(uses.merge(name, 1, Integer::sum) - 1);
            String placeholder =
                    ordinal.isEmpty()
                            ? name
                            : ordinal + Character.toUpperCase(name.charAt(0)) + name.substring(1);
            template.append('{').append(placeholder).append('}');
            arguments.add(argument);
            return this;
        }

        public Statement build() {
            return new Statement(kind, template.toString(), arguments);
        }
    }

    /// The sentence with three significant digits.
    public String text() {
        return text(IN_UNICODE);
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
                case Argument.Setting(double value) -> json.value(value);
                case Argument.Count(long value) -> json.value(value);
                case Argument.Name(String value) -> json.value(value);
                case Argument.Path(String value) -> json.value(value);
            }
        }
        json.end().end();
    }
}
