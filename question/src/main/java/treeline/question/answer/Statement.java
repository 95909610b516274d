package treeline.question.answer;

import treeline.statement.Argument;
import treeline.statement.Sentence;
import treeline.table.JsonWriter;
import treeline.view.Quantity;

import java.util.List;
import java.util.Locale;

/// A sentence of an answer, with its role.
public record Statement(Kind kind, Sentence sentence) implements Block {

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

    public static Statement finding(String template, Argument... arguments) {
        return new Statement(Kind.FINDING, Sentence.of(template, arguments));
    }

    public static Statement verdict(String template, Argument... arguments) {
        return new Statement(Kind.VERDICT, Sentence.of(template, arguments));
    }

    public static Statement omission(String template, Argument... arguments) {
        return new Statement(Kind.OMISSION, Sentence.of(template, arguments));
    }

    public static Statement advice(String template, Argument... arguments) {
        return new Statement(Kind.ADVICE, Sentence.of(template, arguments));
    }

    public String template() {
        return sentence.template();
    }

    public List<Argument> arguments() {
        return sentence.arguments();
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
