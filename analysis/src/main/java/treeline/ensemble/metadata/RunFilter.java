package treeline.ensemble.metadata;

import org.jspecify.annotations.Nullable;

import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.pattern.UserPattern;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/// A condition on the metadata of a run, such as `compiler = "clang-9.0.0" and ranks >= 64`.
///
/// - Comparisons are `=`, `!=`, `<`, `<=`, `>`, `>=`, `=~` (a regular expression that matches the
///   whole text) and `in (1, 2, 3)`. They are combined with `and`, `or`, `not` and parentheses.
/// - Names of letters, digits, `_`, `.`, `#`, `:`, `@` and `-` need no quotes; other names do. Text
///   is in double or single quotes; numbers, `true` and `false` are not.
/// - Numbers are compared numerically, also with text that is a number: `12` equals `"12"`. Text is
///   compared alphabetically. A run that lacks the metadata matches no comparison.
///
/// Conditions are parsed, never executed as code.
public final class RunFilter {
    /// A node of the parsed condition.
    public sealed interface Node {
        record Compare(String column, Operator operator, List<Value> values) implements Node {}

        record Matches(String column, UserPattern pattern) implements Node {}

        record And(Node left, Node right) implements Node {}

        record Or(Node left, Node right) implements Node {}

        record Not(Node negated) implements Node {}
    }

    enum Operator {
        EQUAL,
        DIFFERENT,
        LESS,
        AT_MOST,
        MORE,
        AT_LEAST,
        IN
    }

    private final String text;
    private final Node condition;
    private final Map<String, Integer> columns;

    private RunFilter(String text, Node condition, Map<String, Integer> columns) {
        this.text = text;
        this.condition = condition;
        this.columns = new LinkedHashMap<>(columns);
    }

    /// Reads a condition; which metadata there is is only known when it meets an ensemble.
    ///
    /// @throws IllegalArgumentException with the place in the text and what was expected there
    public static RunFilter parse(String text) {
        var parser = new ConditionParser(text, ConditionParser.Subject.METADATA);
        Node condition = parser.parse();
        return new RunFilter(text, condition, parser.columns());
    }

    /// The same condition on metadata of other names.
    public RunFilter renamed(UnaryOperator<String> name) {
        Map<String, Integer> renamed = new LinkedHashMap<>();
        columns.forEach((column, at) -> renamed.put(name.apply(column), at));
        return new RunFilter(text, renamed(condition, name), renamed);
    }

    private static Node renamed(Node node, UnaryOperator<String> name) {
        return switch (node) {
            case Node.And(Node left, Node right) ->
                    new Node.And(renamed(left, name), renamed(right, name));
            case Node.Or(Node left, Node right) ->
                    new Node.Or(renamed(left, name), renamed(right, name));
            case Node.Not(Node negated) -> new Node.Not(renamed(negated, name));
            case Node.Matches(String column, UserPattern pattern) ->
                    new Node.Matches(name.apply(column), pattern);
            case Node.Compare(String column, Operator operator, List<Value> values) ->
                    new Node.Compare(name.apply(column), operator, values);
        };
    }

    public boolean holds(Metadata metadata) {
        return holds(condition, metadata);
    }

    /// The metadata that the condition names.
    public Set<String> columns() {
        return Set.copyOf(columns.keySet());
    }

    /// Refuses names that no run has: they are misspelt more often than meant.
    ///
    /// @throws IllegalArgumentException with the place of the name and the names that there are
    public void requireColumns(List<String> known) {
        columns.forEach(
                (column, at) -> {
                    if (!known.contains(column))
                        throw ConditionParser.wrong(
                                text, at, "metadata of at least one run, one of " + known);
                });
    }

    public static boolean holds(Node node, Metadata metadata) {
        return switch (node) {
            case Node.And(Node left, Node right) -> holds(left, metadata) && holds(right, metadata);
            case Node.Or(Node left, Node right) -> holds(left, metadata) || holds(right, metadata);
            case Node.Not(Node negated) -> !holds(negated, metadata);
            case Node.Matches(String column, UserPattern pattern) ->
                    metadata.get(column)
                            .filter(value -> pattern.matches(value.toString()))
                            .isPresent();
            case Node.Compare(String column, Operator operator, List<Value> values) ->
                    metadata.get(column)
                            .filter(found -> holds(found, operator, values))
                            .isPresent();
        };
    }

    private static boolean holds(Value found, Operator operator, List<Value> values) {
        if (operator == Operator.IN)
            return values.stream().anyMatch(value -> holds(found, Operator.EQUAL, List.of(value)));
        Integer order = order(found, values.getFirst());
        if (order == null) return operator == Operator.DIFFERENT;
        return switch (operator) {
            case EQUAL, IN -> order == 0;
            case DIFFERENT -> order != 0;
            case LESS -> order < 0;
            case AT_MOST -> order <= 0;
            case MORE -> order > 0;
            case AT_LEAST -> order >= 0;
        };
    }

    /// Null where the two do not compare: a number and a text that is none.
    private static @Nullable Integer order(Value found, Value wanted) {
        Value one = MetadataValues.same(found);
        Value other = MetadataValues.same(wanted);
        double number = MetadataValues.number(other);
        if (!Double.isNaN(number)) {
            if (!(wanted instanceof Value.Text)) one = asNumber(one);
            return Double.isNaN(MetadataValues.number(one))
                    ? null
                    : MetadataValues.compare(one, other);
        }
        if (one.getClass() != other.getClass()) return null;
        return one.toString().compareTo(other.toString());
    }

    /// Some tools write their numbers as text. NaN for what is none.
    public static double numberOf(Value value) {
        return MetadataValues.number(asNumber(value));
    }

    private static Value asNumber(Value value) {
        return value instanceof Value.Text(String text)
                ? MetadataValues.typed(text.strip())
                : value;
    }

    @Override
    public String toString() {
        return text;
    }
}
