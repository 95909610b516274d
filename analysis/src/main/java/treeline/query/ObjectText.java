package treeline.query;

import treeline.query.Token.Kind;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Parser of the object dialect in Python or JSON syntax, so that queries of Hatchet and Thicket
/// can be pasted: `[{"name": "Stream"}, "*", ("+", {"time": "> 5"})]`. It produces lists and maps
/// for [ObjectDialect].
final class ObjectText {
    private static final int DEEPEST = 10;

    private final Tokens tokens;
    private int depth;

    ObjectText(String text) {
        tokens = new Tokens(text);
    }

    /// Whether a text is in this dialect.
    static boolean isWritten(String text) {
        return text.stripLeading().startsWith("[");
    }

    Query.Path query() {
        tokens.require("[");
        List<Object> steps = listUntil("]");
        if (tokens.peek().kind() != Kind.END) throw tokens.expected("the end");
        if (steps.isEmpty()) throw tokens.expected("a step before the end");
        return ObjectDialect.path(steps);
    }

    private Object value() {
        if (++depth > DEEPEST) throw tokens.wrong(tokens.peek(), "the query is nested too deeply");
        Token token = tokens.take();
        Object value =
                switch (token.kind()) {
                    case QUOTED -> unescaped(token.text());
                    case NUMBER -> number(token);
                    case WORD -> flag(token);
                    case SYMBOL -> compound(token);
                    case END -> throw noValue(token);
                };
        depth--;
        return value;
    }

    private Object compound(Token opening) {
        return switch (opening.text()) {
            case "[" -> listUntil("]");
            case "(" -> tuple();
            case "{" -> map();
            default -> throw noValue(opening);
        };
    }

    /// One value between parentheses is that value, as in Python.
    private Object tuple() {
        List<Object> values = listUntil(")");
        return values.size() == 1 ? values.getFirst() : values;
    }

    /// The last value may have a comma behind it.
    private List<Object> listUntil(String end) {
        List<Object> values = new ArrayList<>();
        while (!tokens.takeSymbol(end)) {
            values.add(value());
            if (!tokens.takeSymbol(",") && !tokens.peek().isSymbol(end))
                throw tokens.expected(", or " + end);
        }
        return values;
    }

    private Map<String, Object> map() {
        Map<String, Object> conditions = new LinkedHashMap<>();
        while (!tokens.takeSymbol("}")) {
            Token name = tokens.take();
            if (name.kind() != Kind.QUOTED) throw tokens.expected("a quoted attribute name", name);
            tokens.require(":");
            if (conditions.put(unescaped(name.text()), value()) != null)
                throw tokens.wrong(
                        name,
                        "'%s' occurs twice here; put its conditions into a list"
                                .formatted(name.text()));
            if (!tokens.takeSymbol(",") && !tokens.peek().isSymbol("}"))
                throw tokens.expected(", or }");
        }
        return conditions;
    }

    /// A backslash may be doubled, as JSON asks for it, or stand alone, as Python lets it.
    private static String unescaped(String text) {
        return text.replace("\\\\", "\\");
    }

    private Object number(Token token) {
        try {
            return Integer.valueOf(token.text());
        } catch (NumberFormatException _) {
            return real(token);
        }
    }

    private Object real(Token token) {
        try {
            return Double.valueOf(token.text());
        } catch (NumberFormatException _) {
            throw tokens.expected("a number", token);
        }
    }

    private Object flag(Token token) {
        if (token.isWord("true")) return true;
        if (token.isWord("false")) return false;
        throw noValue(token);
    }

    private QuerySyntaxException noValue(Token found) {
        return tokens.expected(
                "a quantifier or condition: a string, a number, a list or a map", found);
    }
}
