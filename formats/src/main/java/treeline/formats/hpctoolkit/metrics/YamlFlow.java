package treeline.formats.hpctoolkit.metrics;

import treeline.source.files.MalformedProfileException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Parser of YAML values on one line: scalars, aliases, lists in `[]` and maps in `{}`.
final class YamlFlow {
    private static final int DEEPEST = 64;

    /// What starts texts over several lines, types and what YAML keeps for itself.
    private static final String NOT_UNDERSTOOD = "|>!?%@`&";

    private final String text;
    private final Function<String, MalformedProfileException> malformed;
    private int at;

    YamlFlow(String text, Function<String, MalformedProfileException> malformed) {
        this.text = text;
        this.malformed = malformed;
    }

    /// Where the colon of `name: value` is, -1 if the text is no field. A colon without a blank
    /// behind it belongs to the name, as in `GINS:STL_ANY`.
    static int endOfKey(String text) {
        if (isQuote(text.charAt(0))) {
            int end = text.indexOf(text.charAt(0), 1);
            return end > 0 && text.startsWith(":", end + 1) ? end + 1 : -1;
        }
        if (text.startsWith("{") || text.startsWith("[") || text.startsWith("*")) return -1;
        int colon = text.indexOf(": ");
        if (colon >= 0) return colon;
        return text.endsWith(":") ? text.length() - 1 : -1;
    }

    String key() {
        int end = endOfKey(text);
        boolean isQuoted = isQuote(text.charAt(0));
        String name = isQuoted ? quoted() : text.substring(0, end);
        at = end + 1;
        return name;
    }

    String rest() {
        return text.substring(at).strip();
    }

    /// All of the text as one value. Brackets and commas mean nothing in a text outside brackets.
    Yaml whole() {
        char first = text.charAt(0);
        if (text.startsWith("- ")) throw notUnderstood();
        boolean isPlain = "[{*".indexOf(first) < 0 && !isQuote(first);
        if (isPlain && text.contains(": "))
            throw malformed.apply("a second ':' in '%s'".formatted(text));
        if (isPlain) return plainText(text);
        Yaml value = value(0);
        blanks();
        if (at < text.length())
            throw malformed.apply("'%s' behind it".formatted(text.substring(at)));
        return value;
    }

    private Yaml value(int depth) {
        if (depth > DEEPEST) throw malformed.apply("more than %d levels".formatted(DEEPEST));
        blanks();
        if (at == text.length()) throw malformed.apply("the end of the line");
        return switch (text.charAt(at)) {
            case '[' -> items(depth);
            case '{' -> fields(depth);
            case '*' -> new Yaml.Alias(plain(",]} ").substring(1));
            case '"', '\'' -> new Yaml.Text(quoted());
            default -> plainText(plain(",]}"));
        };
    }

    private Yaml plainText(String plain) {
        if (plain.isEmpty() || NOT_UNDERSTOOD.indexOf(plain.charAt(0)) >= 0) throw notUnderstood();
        return new Yaml.Text(plain);
    }

    private MalformedProfileException notUnderstood() {
        return malformed.apply("unsupported '%s'".formatted(text));
    }

    private Yaml items(int depth) {
        List<Yaml> items = new ArrayList<>();
        at++;
        while (!ends(']')) {
            items.add(value(depth + 1));
            separator(']');
        }
        return new Yaml.Items(items);
    }

    private Yaml fields(int depth) {
        Map<String, Yaml> fields = new LinkedHashMap<>();
        at++;
        while (!ends('}')) {
            blanks();
            String name = isQuote(text.charAt(at)) ? quoted() : plain(":,]}");
            blanks();
            if (at == text.length() || text.charAt(at) != ':')
                throw malformed.apply("'%s' without ':'".formatted(name));
            at++;
            if (fields.put(name, value(depth + 1)) != null)
                throw malformed.apply("'%s' twice".formatted(name));
            separator('}');
        }
        return new Yaml.Fields(fields);
    }

    /// Passes over the closing bracket if it is next.
    private boolean ends(char bracket) {
        blanks();
        if (at == text.length()) throw malformed.apply("no '%s'".formatted(bracket));
        if (text.charAt(at) != bracket) return false;
        at++;
        return true;
    }

    private void separator(char bracket) {
        blanks();
        if (at < text.length() && text.charAt(at) == ',') at++;
        else if (at == text.length() || text.charAt(at) != bracket)
            throw malformed.apply("no ',' or '%s'".formatted(bracket));
    }

    private String plain(String ends) {
        int start = at;
        while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) at++;
        return text.substring(start, at).strip();
    }

    /// hpcprof escapes nothing, so a text with escapes is not one of its own.
    private String quoted() {
        char quote = text.charAt(at);
        int end = text.indexOf(quote, at + 1);
        if (end < 0) throw malformed.apply("a text without its closing quote");
        String inside = text.substring(at + 1, end);
        at = end + 1;
        boolean isEscaped = quote == '"' ? inside.indexOf('\\') >= 0 : text.startsWith("'", at);
        if (isEscaped) throw malformed.apply("an escaped character");
        return inside;
    }

    static boolean isQuote(char c) {
        return c == '"' || c == '\'';
    }

    private void blanks() {
        while (at < text.length() && text.charAt(at) == ' ') at++;
    }
}
