package treeline.query;

import treeline.query.Token.Kind;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/// Parser of queries as text: Hatchet's string dialect, with parentheses in conditions and compound
/// queries in braces. The grammar is in docs/reference/query.md; each method here parses one of its
/// rules.
final class TextDialect {
    private final Tokens tokens;
    private int depth;

    TextDialect(String text) {
        tokens = new Tokens(text);
    }

    Query query() {
        Query query = joined(this::term);
        if (tokens.peek().kind() != Kind.END) throw tokens.expected("AND, OR, XOR or the end");
        return query;
    }

    /// NOT binds most tightly, then AND, XOR and OR.
    private Query joined(Supplier<Query> term) {
        Supplier<Query> and = () -> chain("AND", Query.And::new, term);
        Supplier<Query> xor = () -> chain("XOR", Query.Xor::new, and);
        return chain("OR", Query.Or::new, xor);
    }

    private Query chain(
            String keyword, Function<List<Query>, Query> join, Supplier<Query> operand) {
        List<Query> operands = new ArrayList<>(List.of(operand.get()));
        while (tokens.takeWord(keyword)) operands.add(operand.get());
        return operands.size() == 1 ? operands.getFirst() : join.apply(operands);
    }

    private Query term() {
        if (tokens.takeWord("NOT")) return nested(this::term).negated();
        if (tokens.takeSymbol("{")) {
            Query inner = nested(() -> joined(this::term));
            tokens.require("}");
            return inner;
        }
        if (!tokens.takeWord("MATCH")) throw tokens.expected("MATCH, { or NOT");
        return path();
    }

    private Query nested(Supplier<Query> part) {
        if (++depth > Conditions.DEEPEST)
            throw tokens.wrong(tokens.peek(), "the query is nested too deeply");
        Query query = part.get();
        depth--;
        return query;
    }

    private Query path() {
        List<Quantifier> quantifiers = new ArrayList<>();
        Map<String, Integer> stepOf = new LinkedHashMap<>();
        do step(quantifiers, stepOf);
        while (tokens.takeSymbol("->"));
        if (!tokens.takeWord("WHERE")) return pathOf(quantifiers, stepOf, Map.of());
        if (startsRegions()) return joined(() -> region(quantifiers, stepOf));
        return pathOf(quantifiers, stepOf, new Conditions(tokens, stepOf.keySet()).all());
    }

    private boolean startsRegions() {
        boolean negated = tokens.peek().isWord("NOT");
        return (negated ? tokens.peekSecond() : tokens.peek()).isSymbol("{");
    }

    /// Conditions between braces make a query each, with the path that they share.
    private Query region(List<Quantifier> quantifiers, Map<String, Integer> stepOf) {
        if (tokens.takeWord("NOT")) return nested(() -> region(quantifiers, stepOf)).negated();
        tokens.require("{");
        Query query =
                startsRegions()
                        ? nested(() -> joined(() -> region(quantifiers, stepOf)))
                        : pathOf(
                                quantifiers, stepOf, new Conditions(tokens, stepOf.keySet()).all());
        tokens.require("}");
        return query;
    }

    private void step(List<Quantifier> quantifiers, Map<String, Integer> stepOf) {
        tokens.require("(");
        if (tokens.peek().kind() == Kind.WORD) {
            quantifiers.add(Quantifier.ONE);
            name(quantifiers, stepOf);
        } else {
            quantifiers.add(quantifier());
            if (tokens.takeSymbol(",")) name(quantifiers, stepOf);
            else if (!tokens.peek().isSymbol(")")) throw tokens.expected(", or )");
        }
        tokens.require(")");
    }

    private void name(List<Quantifier> quantifiers, Map<String, Integer> stepOf) {
        Token name = tokens.take();
        if (name.kind() != Kind.WORD) throw tokens.expected("a name for the step, such as p", name);
        if (stepOf.put(name.text(), quantifiers.size() - 1) != null)
            throw tokens.wrong(name, "'%s' already names another step".formatted(name.text()));
    }

    private Quantifier quantifier() {
        Token token = tokens.take();
        return switch (token.kind()) {
            case NUMBER -> times(token);
            case QUOTED, SYMBOL -> {
                try {
                    yield Quantifier.of(token.text());
                } catch (IllegalArgumentException _) {
                    throw noQuantifier(token);
                }
            }
            case WORD, END -> throw noQuantifier(token);
        };
    }

    private Quantifier times(Token token) {
        try {
            return Quantifier.times(Integer.parseInt(token.text()));
        } catch (IllegalArgumentException _) {
            throw noQuantifier(token);
        }
    }

    private QuerySyntaxException noQuantifier(Token token) {
        return tokens.expected(
                "a quantifier (\".\", \"*\", \"+\" or a number from 1) or a name", token);
    }

    private static Query pathOf(
            List<Quantifier> quantifiers,
            Map<String, Integer> stepOf,
            Map<String, Predicate> conditions) {
        List<Step> steps = new ArrayList<>();
        for (Quantifier quantifier : quantifiers)
            steps.add(new Step(quantifier, Predicate.anything()));
        conditions.forEach(
                (name, predicate) -> {
                    int at = stepOf.getOrDefault(name, 0);
                    steps.set(at, new Step(quantifiers.get(at), predicate));
                });
        return new Query.Path(steps);
    }
}
