package treeline.query;

import treeline.model.Unit;
import treeline.query.Predicate.Comparison;
import treeline.query.Predicate.State;
import treeline.query.Token.Kind;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/// Parser of WHERE conditions. Conditions on different steps can be combined only by AND, because
/// each step is tested on one node; the error message for other combinations shows how to write two
/// queries. NOT binds most tightly, then AND, then OR.
final class Conditions {
    static final String DEPTH = "depth";

    /// Hatchet's depth of leaves.
    private static final double OF_LEAVES = -1;

    static final int DEEPEST = 100;

    private final Tokens tokens;
    private final Collection<String> names;
    private int depth;

    Conditions(Tokens tokens, Collection<String> names) {
        this.tokens = tokens;
        this.names = names;
    }

    /// What each step's nodes must fulfil, by the step's name.
    Map<String, Predicate> all() {
        return either();
    }

    private Map<String, Predicate> either() {
        Token start = tokens.peek();
        List<Map<String, Predicate>> parts = new ArrayList<>(List.of(both()));
        while (tokens.takeWord("OR")) parts.add(both());
        if (parts.size() == 1) return parts.getFirst();
        String step = onlyStep(parts, start, "OR");
        return Map.of(
                step,
                new Predicate.Or(
                        parts.stream()
                                .map(part -> Objects.requireNonNull(part.get(step)))
                                .toList()));
    }

    private Map<String, Predicate> both() {
        Map<String, List<Predicate>> byStep = new LinkedHashMap<>();
        do
            single().forEach(
                            (step, predicate) ->
                                    byStep.computeIfAbsent(step, _ -> new ArrayList<>())
                                            .add(predicate));
        while (tokens.takeWord("AND"));
        Map<String, Predicate> joined = new LinkedHashMap<>();
        byStep.forEach(
                (step, all) ->
                        joined.put(
                                step, all.size() == 1 ? all.getFirst() : new Predicate.And(all)));
        return joined;
    }

    private Map<String, Predicate> single() {
        Token start = tokens.peek();
        if (tokens.takeWord("NOT")) {
            Map<String, Predicate> negated = nested(this::single);
            String step = onlyStep(List.of(negated), start, "NOT");
            return Map.of(step, new Predicate.Not(Objects.requireNonNull(negated.get(step))));
        }
        if (!tokens.takeSymbol("(")) return comparison();
        Map<String, Predicate> inner = nested(this::either);
        tokens.require(")");
        return inner;
    }

    private Map<String, Predicate> nested(Supplier<Map<String, Predicate>> part) {
        if (++depth > DEEPEST)
            throw tokens.wrong(tokens.peek(), "the condition is nested too deeply");
        Map<String, Predicate> conditions = part.get();
        depth--;
        return conditions;
    }

    private String onlyStep(List<Map<String, Predicate>> parts, Token at, String keyword) {
        List<String> steps =
                parts.stream().flatMap(part -> part.keySet().stream()).distinct().toList();
        if (steps.size() == 1) return steps.getFirst();
        throw tokens.wrong(
                at,
                "%s joins conditions on %s and %s here; put the conditions of each step in parentheses, or write WHERE {...} OR {...} for two queries"
                        .formatted(keyword, steps.get(0), steps.get(1)));
    }

    private Map<String, Predicate> comparison() {
        Optional<ContextQuantifier> across = across();
        Token step = tokens.take();
        if (step.kind() != Kind.WORD)
            throw tokens.expected("a condition such as p.\"name\" = \"main\"", step);
        if (!names.contains(step.text()))
            throw tokens.wrong(
                    step,
                    names.isEmpty()
                            ? "no step is named '%s'; name one, as in (\".\", %s)"
                                    .formatted(step.text(), step.text())
                            : "no step is named '%s'; available: %s"
                                    .formatted(step.text(), String.join(", ", names)));
        if (tokens.peek().isWord("IS")) return Map.of(step.text(), leaf());
        if (!tokens.takeSymbol(".")) throw tokens.expected(". and an attribute, or IS LEAF");
        return Map.of(
                step.text(), comparison(new Attribute(attributeName(), across, Optional.empty())));
    }

    /// ANY, ALL and MEAN may also be names of steps: then a dot follows.
    private Optional<ContextQuantifier> across() {
        if (tokens.peek().kind() != Kind.WORD || tokens.peekSecond().kind() != Kind.WORD)
            return Optional.empty();
        for (ContextQuantifier across : ContextQuantifier.values())
            if (tokens.peek().isWord(across.name()) && !tokens.peekSecond().isWord("IS")) {
                tokens.take();
                return Optional.of(across);
            }
        return Optional.empty();
    }

    private String attributeName() {
        Token name = tokens.take();
        if (name.kind() == Kind.QUOTED || name.kind() == Kind.WORD) return name.text();
        throw tokens.expected("an attribute such as \"name\" or \"time\"", name);
    }

    private Predicate leaf() {
        tokens.requireWord("IS");
        boolean negated = tokens.takeWord("NOT");
        tokens.requireWord("LEAF");
        return negated ? Predicate.leaf().negated() : Predicate.leaf();
    }

    private Predicate comparison(Attribute attribute) {
        Token operator = tokens.take();
        return switch (operator.upper()) {
            case "IS" -> state(attribute);
            case "STARTS" -> {
                tokens.requireWord("WITH");
                yield attribute.startsWith(text());
            }
            case "ENDS" -> {
                tokens.requireWord("WITH");
                yield attribute.endsWith(text());
            }
            case "CONTAINS" -> attribute.contains(text());
            case "=~" -> regex(attribute);
            case "=", "==" -> equal(attribute);
            case "<>", "!=" -> unequal(attribute);
            case "<" -> compared(attribute, Comparison.BELOW, number());
            case "<=" -> compared(attribute, Comparison.AT_MOST, number());
            case ">" -> compared(attribute, Comparison.ABOVE, number());
            case ">=" -> compared(attribute, Comparison.AT_LEAST, number());
            default ->
                    throw tokens.expected(
                            "=, !=, <, <=, >, >=, =~, STARTS WITH, ENDS WITH, CONTAINS or IS",
                            operator);
        };
    }

    private Predicate state(Attribute attribute) {
        boolean negated = tokens.takeWord("NOT");
        Token token = tokens.take();
        State state =
                switch (token.upper()) {
                    case "NONE" -> State.NONE;
                    case "NAN" -> State.NAN;
                    case "INF" -> State.INFINITE;
                    default -> throw tokens.expected("NONE, NAN or INF", token);
                };
        Predicate is = attribute.is(state);
        return negated ? is.negated() : is;
    }

    private Predicate regex(Attribute attribute) {
        Token token = tokens.peek();
        try {
            return attribute.matches(text());
        } catch (QuerySyntaxException noText) {
            throw noText;
        } catch (IllegalArgumentException noRegex) {
            throw tokens.wrong(token, String.valueOf(noRegex.getMessage()));
        }
    }

    private Predicate equal(Attribute attribute) {
        if (tokens.peek().kind() == Kind.QUOTED) return attribute.is(text());
        double number = number("a quoted string or a number");
        if (attribute.name().equals(DEPTH)) return equal(attribute, number);
        return compared(attribute, Comparison.EQUAL, number);
    }

    private Predicate unequal(Attribute attribute) {
        if (tokens.peek().kind() == Kind.QUOTED) return attribute.is(text()).negated();
        return compared(attribute, Comparison.UNEQUAL, number("a quoted string or a number"));
    }

    /// A number may be followed by its unit.
    private Predicate compared(Attribute attribute, Comparison comparison, double number) {
        Token unit = tokens.peek();
        boolean known =
                unit.kind() == Kind.WORD
                        && Unit.of(unit.text()).dimension() != Unit.Dimension.OTHER;
        if (!known) return attribute.compare(comparison, number);
        tokens.take();
        return attribute.in(unit.text()).compare(comparison, number);
    }

    private String text() {
        Token token = tokens.take();
        if (token.kind() == Kind.QUOTED) return token.text();
        throw tokens.expected("a quoted string", token);
    }

    private double number() {
        return number("a number");
    }

    private double number(String what) {
        Token token = tokens.take();
        if (token.kind() == Kind.NUMBER)
            try {
                return Double.parseDouble(token.text());
            } catch (NumberFormatException _) {
                throw tokens.expected(what, token);
            }
        throw tokens.expected(what, token);
    }

    /// A number, or the leaves by Hatchet's depth of them.
    static Predicate equal(Attribute attribute, double number) {
        boolean leaves = attribute.name().equals(DEPTH) && number == OF_LEAVES;
        return leaves ? Predicate.leaf() : attribute.is(number);
    }
}
