package treeline.transform;

import treeline.transform.Expression.Function;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Recursive-descent parser of [Formula]. Nesting and length are bounded, because formulas come
/// from users and the stack is finite.
final class FormulaParser {
    private static final int DEEPEST = 100;
    private static final int MAX_LENGTH = 1000;

    private final String text;
    private int at;
    private int depth;
    private int operators;

    FormulaParser(String text) {
        this.text = text;
    }

    Expression parse() {
        Expression whole = sum();
        peek();
        if (at < text.length()) throw wrong(text, at, "an operator or the end");
        return whole;
    }

    private static final char END = '\0';

    private Expression sum() {
        if (++depth > DEEPEST) throw wrong(text, at, "at most %d levels".formatted(DEEPEST));
        Expression left = product();
        while (peek() == '+' || peek() == '-') {
            int place = at;
            left = new Expression.Binary(operator(), left, product(), place);
        }
        depth--;
        return left;
    }

    private Expression product() {
        Expression left = value();
        while (peek() == '*' || peek() == '/') {
            int place = at;
            left = new Expression.Binary(operator(), left, value(), place);
        }
        return left;
    }

    private char operator() {
        if (++operators > MAX_LENGTH)
            throw wrong(text, at, "at most %d operators".formatted(MAX_LENGTH));
        return text.charAt(at++);
    }

    private Expression value() {
        char next = peek();
        if (next == '-') {
            at++;
            if (++depth > DEEPEST) throw wrong(text, at, "at most %d levels".formatted(DEEPEST));
            var negated = new Expression.Negated(value());
            depth--;
            return negated;
        }
        if (next == '(') {
            at++;
            Expression inner = sum();
            expect(')');
            return inner;
        }
        if (Character.isDigit(next) || next == '.') return number();
        if (isQuote(next) || Character.isLetter(next) || next == '_') return nameOrCall();
        throw wrong(text, at, "a number, a metric or '('");
    }

    private Expression number() {
        int start = at;
        while (at < text.length() && isInNumber()) at++;
        try {
            return new Expression.Constant(Double.parseDouble(text.substring(start, at)));
        } catch (NumberFormatException notANumber) {
            throw wrong(text, start, "a number");
        }
    }

    /// Whether a number that begins before this place or here, with a digit or a dot, goes on.
    private boolean isInNumber() {
        char next = text.charAt(at);
        if (Character.isDigit(next) || next == '.') return true;
        if (next == 'e' || next == 'E') return true;
        boolean afterExponent = Character.toLowerCase(text.charAt(at - 1)) == 'e';
        return afterExponent && (next == '+' || next == '-');
    }

    /// Parts in quotes and parts without are one name where nothing stands between them.
    private Expression nameOrCall() {
        int start = at;
        boolean bare = !isQuote(text.charAt(at));
        var name = new StringBuilder();
        while (at < text.length() && (isInName(text.charAt(at)) || isQuote(text.charAt(at)))) {
            if (isQuote(text.charAt(at))) {
                bare = false;
                name.append(quoted());
            } else name.append(text.charAt(at++));
        }
        return bare && peek() == '('
                ? call(name.toString(), start)
                : new Expression.Name(name.toString(), start);
    }

    private String quoted() {
        int start = at;
        char quote = text.charAt(start);
        int end = text.indexOf(quote, start + 1);
        if (end < 0) throw wrong(text, start, "a closing '%c'".formatted(quote));
        at = end + 1;
        return text.substring(start + 1, end);
    }

    private static boolean isQuote(char next) {
        return next == '"' || next == '\'';
    }

    private static boolean isInName(char next) {
        return Character.isLetterOrDigit(next) || "_.#:".indexOf(next) >= 0;
    }

    private Expression call(String name, int start) {
        Function function =
                Arrays.stream(Function.values())
                        .filter(each -> nameOf(each).equals(name))
                        .findFirst()
                        .orElseThrow(() -> wrong(text, start, "one of " + functions()));
        expect('(');
        List<Expression> arguments = new ArrayList<>();
        arguments.add(sum());
        while (arguments.size() < function.arguments) {
            expect(',');
            arguments.add(sum());
        }
        expect(')');
        return new Expression.Call(function, List.copyOf(arguments), start);
    }

    private static String functions() {
        return Arrays.stream(Function.values())
                .map(FormulaParser::nameOf)
                .collect(Collectors.joining(", "));
    }

    private static String nameOf(Function function) {
        return function.name().toLowerCase(Locale.ROOT);
    }

    private void expect(char wanted) {
        if (peek() != wanted) throw wrong(text, at, "'%c'".formatted(wanted));
        at++;
    }

    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
        return at < text.length() ? text.charAt(at) : END;
    }

    /// The formula with a caret under the place.
    static IllegalArgumentException wrong(String text, int at, String expected) {
        return new IllegalArgumentException(
                "invalid formula, expected %s:\n  %s\n  %s^"
                        .formatted(expected, text, " ".repeat(at)));
    }
}
