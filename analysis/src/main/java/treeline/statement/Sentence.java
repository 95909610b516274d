package treeline.statement;

import treeline.table.JsonWriter;
import treeline.view.Quantity;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A sentence or clause about a run: a template with typed arguments.
///
/// Every interface renders the same template, so wording, units and rounding agree on every screen,
/// and a test can recompute each argument.
///
/// @param template the sentence with one `{name}` per argument, in order
public record Sentence(String template, List<Argument> arguments) {
    /// Three significant digits, as on every screen.
    private static final Quantity IN_UNICODE = new Quantity(3, true);

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z][a-zA-Z]*)}");

    public Sentence {
        arguments = List.copyOf(arguments);
        long placeholders = PLACEHOLDER.matcher(template).results().count();
        if (placeholders != arguments.size())
            throw new IllegalArgumentException(
                    "'%s' has %d placeholders and %d arguments"
                            .formatted(template, placeholders, arguments.size()));
    }

    public static Sentence of(String template, Argument... arguments) {
        return new Sentence(template, List.of(arguments));
    }

    /// The sentence with three significant digits.
    public String text() {
        return text(IN_UNICODE);
    }

    public String text(Quantity quantity) {
        Matcher matcher = PLACEHOLDER.matcher(template);
        var text = new StringBuilder();
        for (Argument argument : arguments) {
            if (!matcher.find()) throw new IllegalStateException(template);
            matcher.appendReplacement(text, Matcher.quoteReplacement(argument.text(quantity)));
        }
        return matcher.appendTail(text).toString();
    }

    /// The first call path that the sentence names.
    public Optional<String> path() {
        return arguments.stream()
                .flatMap(
                        each ->
                                each instanceof Argument.Path(String value)
                                        ? Stream.of(value)
                                        : Stream.empty())
                .findFirst();
    }

    /// `"text": "...", "arguments": {...}` of an object that is open.
    public void toJson(JsonWriter json) {
        json.name("text").value(text()).name("arguments").object();
        Matcher matcher = PLACEHOLDER.matcher(template);
        for (Argument argument : arguments) {
            if (!matcher.find()) throw new IllegalStateException(template);
            argument.toJson(json.name(matcher.group(1)));
        }
        json.end();
    }
}
