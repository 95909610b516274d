package treeline.question.answer;

import treeline.statement.Argument;
import treeline.statement.Sentence;
import treeline.table.JsonWriter;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A sentence of an answer, with its role and the question that it leads to.
///
/// @param next what to ask next, if the sentence proposes it
public record Statement(Kind kind, Sentence sentence, Optional<Call> next) implements Block {

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

    public Statement(Kind kind, Sentence sentence) {
        this(kind, sentence, Optional.empty());
    }

    public static Statement finding(String template, Argument... arguments) {
        return new Statement(Kind.FINDING, Sentence.of(template, arguments));
    }

    public static Statement verdict(String template, Argument... arguments) {
        return new Statement(Kind.VERDICT, Sentence.of(template, arguments));
    }

    public static Statement omission(String template, Argument... arguments) {
        return new Statement(Kind.OMISSION, Sentence.of(template, arguments));
    }

    public static Statement warning(String template, Argument... arguments) {
        return new Statement(Kind.WARNING, Sentence.of(template, arguments));
    }

    public static Statement advice(String template, Argument... arguments) {
        return new Statement(Kind.ADVICE, Sentence.of(template, arguments));
    }

    /// A sentence whose number of arguments depends on the data.
    public static Builder builder(Kind kind) {
        return new Builder(kind);
    }

    /// The same with a question that it leads to.
    public Statement followedBy(Call call) {
        return new Statement(kind, sentence, Optional.of(call));
    }

    public String template() {
        return sentence.template();
    }

    public List<Argument> arguments() {
        return sentence.arguments();
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
            return new Statement(kind, new Sentence(template.toString(), arguments));
        }
    }

    /// The sentence with three significant digits.
    public String text() {
        return sentence.text();
    }

    /// The sentence as readers see it.
    public String text(Quantity quantity) {
        return sentence.text(quantity);
    }

    /// `{"kind": "finding", "text": "...", "arguments": {...}}`.
    public void toJson(JsonWriter json) {
        json.object().name("kind").value(kind.name().toLowerCase(Locale.ROOT));
        sentence.toJson(json);
        json.end();
    }
}
