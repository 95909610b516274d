package treeline.ensemble.metadata;

import treeline.ensemble.metadata.RunFilter.Node;
import treeline.ensemble.metadata.RunFilter.Operator;
import treeline.model.Metadata.Value;
import treeline.pattern.MalformedPatternException;
import treeline.pattern.UserPattern;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Recursive-descent parser of [RunFilter] and node conditions: `or` of `and` of comparisons.
/// Nesting is bounded, because conditions come from users and the stack is finite.
public final class ConditionParser {
    private static final int DEEPEST = 100;
    private static final char END = '\0';

    /// Longer ones before those that they start with.
    private static final Map<String, Operator> OPERATORS = new LinkedHashMap<>();

    static {
        OPERATORS.put("==", Operator.EQUAL);
        OPERATORS.put("!=", Operator.DIFFERENT);
        OPERATORS.put("<>", Operator.DIFFERENT);
        OPERATORS.put("<=", Operator.AT_MOST);
        OPERATORS.put(">=", Operator.AT_LEAST);
        OPERATORS.put("=", Operator.EQUAL);
        OPERATORS.put("<", Operator.LESS);
        OPERATORS.put(">", Operator.MORE);
    }

    /// Resolves the left-hand sides of comparisons.
    public enum Subject {
        /// `compiler = "gcc"`
        METADATA,
        /// `std(time) > 0.1`
        STATISTIC
    }

    private final String text;
    private final Subject subject;
    private final Map<String, Integer> columns = new LinkedHashMap<>();
    private int at;
    private int depth;

    public ConditionParser(String text, Subject subject) {
        this.text = text;
        this.subject = subject;
    }

    public Node parse() {
        Node whole = either();
        if (peek() != END) throw wrong("'and', 'or' or the end");
        return whole;
    }

    /// The names that stand in the condition, each with its first place.
    public Map<String, Integer> columns() {
        return columns;
    }

    private Node either() {
        Node left = both();
        while (takeWord("or")) left = new Node.Or(left, both());
        return left;
    }

    private Node both() {
        Node left = one();
        while (takeWord("and")) left = new Node.And(left, one());
        return left;
    }

    private Node one() {
        if (++depth > DEEPEST) throw wrong("at most %d levels".formatted(DEEPEST));
        Node node = negatedOrPlain();
        depth--;
        return node;
    }

    private Node negatedOrPlain() {
        if (takeWord("not")) return new Node.Not(one());
        if (peek() != '(') return comparison();
        at++;
        Node inner = either();
        expect(')');
        return inner;
    }

    private Node comparison() {
        String column = name();
        if (takeWord("in")) return new Node.Compare(column, Operator.IN, list());
        peek();
        if (subject == Subject.METADATA && text.startsWith("=~", at)) {
            at += 2;
            return new Node.Matches(column, pattern());
        }
        for (Map.Entry<String, Operator> each : OPERATORS.entrySet())
            if (text.startsWith(each.getKey(), at)) {
                at += each.getKey().length();
                return new Node.Compare(column, each.getValue(), List.of(value()));
            }
        throw wrong(
                subject == Subject.METADATA
                        ? "one of =, !=, <, <=, >, >=, =~ and in"
                        : "one of =, !=, <, <=, >, >= and in");
    }

    private String name() {
        peek();
        int start = at;
        String name =
                switch (subject) {
                    case METADATA -> plainName("a metadata name");
                    case STATISTIC -> statistic();
                };
        columns.putIfAbsent(name, start);
        return name;
    }

    private String plainName(String expected) {
        int start = at;
        if (isQuote(peek())) return requireSome(quoted(), start, expected);
        while (at < text.length() && isInName(text.charAt(at))) at++;
        return requireSome(text.substring(start, at), start, expected);
    }

    private String requireSome(String name, int start, String expected) {
        if (name.isEmpty()) throw wrong(text, start, expected);
        return name;
    }

    /// `mean(Avg time/rank)`: the metric needs quotes only where it has a parenthesis of its own
    /// that is not closed.
    private String statistic() {
        String statistic = plainName("a statistic of a metric, such as std(time)");
        expect('(');
        int start = at;
        String metric = isQuote(peek()) ? quoted() : upToParenthesis();
        requireSome(metric, start, "a metric");
        expect(')');
        return "%s(%s)".formatted(statistic, metric);
    }

    private String upToParenthesis() {
        int start = at;
        int open = 0;
        for (; at < text.length() && (open > 0 || text.charAt(at) != ')'); at++)
            open += text.charAt(at) == '(' ? 1 : text.charAt(at) == ')' ? -1 : 0;
        return text.substring(start, at).strip();
    }

    private static boolean isInName(char next) {
        return Character.isLetterOrDigit(next) || "_.#:@-".indexOf(next) >= 0;
    }

    private static boolean isQuote(char next) {
        return next == '"' || next == '\'';
    }

    private List<Value> list() {
        expect('(');
        List<Value> values = new ArrayList<>();
        values.add(value());
        while (peek() == ',') {
            at++;
            values.add(value());
        }
        expect(')');
        return values;
    }

    private UserPattern pattern() {
        if (!isQuote(peek())) throw wrong("a regular expression in quotes");
        int start = at;
        String regex = quoted();
        try {
            return UserPattern.of(regex);
        } catch (MalformedPatternException bad) {
            throw wrong(text, start, "a regular expression (%s)".formatted(bad.problem()));
        }
    }

    private Value value() {
        char first = peek();
        int start = at;
        if (subject == Subject.METADATA && isQuote(first)) return new Value.Text(quoted());
        while (at < text.length() && (isInName(text.charAt(at)) || text.charAt(at) == '+')) at++;
        String word = text.substring(start, at);
        boolean ofMetadata = subject == Subject.METADATA;
        if (ofMetadata && word.equalsIgnoreCase("true")) return new Value.Flag(true);
        if (ofMetadata && word.equalsIgnoreCase("false")) return new Value.Flag(false);
        Value number = MetadataValues.typed(word);
        if (number instanceof Value.Whole || number instanceof Value.Real) return number;
        throw wrong(
                text, start, ofMetadata ? "a number, a quoted string, true or false" : "a number");
    }

    private String quoted() {
        int start = at;
        int end = text.indexOf(text.charAt(start), start + 1);
        if (end < 0) throw wrong(text, start, "a closing quote");
        at = end + 1;
        return text.substring(start + 1, end);
    }

    private boolean takeWord(String word) {
        peek();
        int end = at + word.length();
        if (!text.regionMatches(true, at, word, 0, word.length())) return false;
        if (end < text.length() && isInName(text.charAt(end))) return false;
        at = end;
        return true;
    }

    private void expect(char wanted) {
        if (peek() != wanted) throw wrong("'%c'".formatted(wanted));
        at++;
    }

    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
        return at < text.length() ? text.charAt(at) : END;
    }

    private IllegalArgumentException wrong(String expected) {
        return wrong(text, at, expected);
    }

    /// The condition with a caret under the place.
    static IllegalArgumentException wrong(String text, int at, String expected) {
        return new IllegalArgumentException(
                "invalid condition, expected %s:\n  %s\n  %s^"
                        .formatted(expected, text, " ".repeat(at)));
    }
}
