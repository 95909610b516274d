package treeline.query;

import treeline.query.Predicate.Comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parser of Hatchet's object dialect: `["*", {"name": "MPI_.*", "time": "> 5"}, [2, {...}]]` as
/// lists and maps. A text condition that is a comparison with a number is treated as one; any other
/// is a regular expression. Hatchet decides by the type of the attribute's values instead.
final class ObjectDialect {
    private static final Pattern COMPARISON =
            Pattern.compile("\\s*(<=|>=|==|<>|!=|<|>)\\s*(\\S+)\\s*");

    private ObjectDialect() {}

    static Query.Path path(List<?> elements) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) steps.add(step(elements.get(i), i));
        return new Query.Path(steps);
    }

    private static Step step(Object element, int at) {
        return switch (element) {
            case Map<?, ?> conditions -> new Step(Quantifier.ONE, predicate(conditions, at));
            case List<?> pair
                    when pair.size() == 2 && pair.get(1) instanceof Map<?, ?> conditions ->
                    new Step(quantifier(pair.get(0), at), predicate(conditions, at));
            default -> new Step(quantifier(element, at), Predicate.anything());
        };
    }

    private static Quantifier quantifier(Object written, int at) {
        return switch (written) {
            case Integer nodes when nodes > 0 -> Quantifier.times(nodes);
            case String symbol when symbol.matches("[.*+]") -> Quantifier.of(symbol);
            default ->
                    throw wrong(
                            at,
                            "a quantifier (\".\", \"*\", \"+\" or a number from 1), a map of"
                                    + " conditions or a list of both",
                            written);
        };
    }

    private static Predicate predicate(Map<?, ?> conditions, int at) {
        List<Predicate> all = new ArrayList<>();
        conditions.forEach(
                (name, condition) -> {
                    if (!(name instanceof String attribute))
                        throw wrong(at, "an attribute name", name);
                    if (condition instanceof List<?> several)
                        for (Object each : several) all.add(predicate(attribute, each, at));
                    else all.add(predicate(attribute, condition, at));
                });
        if (all.isEmpty()) return Predicate.anything();
        return all.size() == 1 ? all.getFirst() : new Predicate.And(all);
    }

    private static Predicate predicate(String name, Object condition, int at) {
        Attribute attribute = Attribute.attribute(name);
        return switch (condition) {
            case Boolean flag -> attribute.is(flag ? 1 : 0);
            case Number number -> Conditions.equal(attribute, number.doubleValue());
            case String text ->
                    comparison(attribute, text).orElseGet(() -> attribute.matches(text));
            default ->
                    throw wrong(
                            at,
                            "a regular expression, a number or a comparison such as \"> 5\" for '%s'"
                                    .formatted(name),
                            condition);
        };
    }

    private static Optional<Predicate> comparison(Attribute attribute, String text) {
        Matcher parts = COMPARISON.matcher(text);
        if (!parts.matches()) return Optional.empty();
        boolean unequal = parts.group(1).equals("!=") || parts.group(1).equals("<>");
        Comparison comparison = comparison(parts.group(1));
        String number =
                parts.group(2).startsWith("np.") ? parts.group(2).substring(3) : parts.group(2);
        if (number.equals("nan"))
            return Optional.of(unequal ? attribute.isNan().negated() : attribute.isNan());
        if (number.equals("inf") && comparison == Comparison.EQUAL)
            return Optional.of(attribute.isInfinite());
        if (number.equals("inf") && unequal) return Optional.of(attribute.isInfinite().negated());
        try {
            double value = Double.parseDouble(number.replace("inf", "Infinity"));
            return Optional.of(
                    comparison == Comparison.EQUAL
                            ? Conditions.equal(attribute, value)
                            : attribute.compare(comparison, value));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static Comparison comparison(String operator) {
        return switch (operator) {
            case "<" -> Comparison.BELOW;
            case "<=" -> Comparison.AT_MOST;
            case ">" -> Comparison.ABOVE;
            case ">=" -> Comparison.AT_LEAST;
            case "==" -> Comparison.EQUAL;
            default -> Comparison.UNEQUAL;
        };
    }

    private static IllegalArgumentException wrong(int at, String expected, Object found) {
        return new IllegalArgumentException(
                "element %d of the query: expected %s, found %s".formatted(at, expected, found));
    }
}
