package treeline.query;

import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Profile;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A query that selects nodes of a call tree. A path query describes consecutive nodes from a
/// caller to its callees and selects all nodes on any matching path, wherever it starts. Other
/// queries combine the results of queries.
///
/// A query is data. It is built by a fluent API (`Query.match("*").then(".",
/// attribute("name").startsWith("MPI_"))`), from lists and maps ([#of(List)]), or from text
/// ([#parse(String)]). Text is parsed, never executed as code.
public sealed interface Query {

    /// A sequence of steps.
    record Path(List<Step> steps) implements Query {
        public Path {
            steps = List.copyOf(steps);
            if (steps.isEmpty()) throw new IllegalArgumentException("a path has no steps");
        }

        public Path then(Quantifier quantifier, Predicate predicate) {
            List<Step> longer = new ArrayList<>(steps);
            longer.add(new Step(quantifier, predicate));
            return new Path(longer);
        }

        /// The path with one more step.
        ///
        /// @param quantifier `.`, `*` or `+`
        public Path then(String quantifier, Predicate predicate) {
            return then(Quantifier.of(quantifier), predicate);
        }

        /// The path with one more step that any node fulfils.
        public Path then(String quantifier) {
            return then(quantifier, Predicate.anything());
        }

        /// The path with one more node.
        public Path then(Predicate predicate) {
            return then(Quantifier.ONE, predicate);
        }
    }

    /// Nodes that satisfy the last predicate and whose callers satisfy the other predicates in this
    /// order, with any nodes in between. The callers themselves are not selected.
    record Below(List<Predicate> segments) implements Query {
        public Below {
            segments = List.copyOf(segments);
            if (segments.isEmpty()) throw new IllegalArgumentException("a path has no segments");
        }
    }

    /// The intersection of several queries.
    record And(List<Query> queries) implements Query {
        public And {
            queries = someOf(queries);
        }
    }

    /// The union of several queries.
    record Or(List<Query> queries) implements Query {
        public Or {
            queries = someOf(queries);
        }
    }

    /// The nodes that an odd number of the queries select: for two queries, exactly one.
    record Xor(List<Query> queries) implements Query {
        public Xor {
            queries = someOf(queries);
        }
    }

    /// The complement of a query.
    record Not(Query negated) implements Query {}

    private static List<Query> someOf(List<Query> queries) {
        if (queries.isEmpty()) throw new IllegalArgumentException("there are no queries to join");
        return List.copyOf(queries);
    }

    /// A path of one step, to go on with [Path#then].
    ///
    /// @param quantifier `.`, `*` or `+`
    static Path match(String quantifier, Predicate predicate) {
        return match(Quantifier.of(quantifier), predicate);
    }

    static Path match(Quantifier quantifier, Predicate predicate) {
        return new Path(List.of(new Step(quantifier, predicate)));
    }

    static Path match(String quantifier) {
        return match(quantifier, Predicate.anything());
    }

    static Path match(Predicate predicate) {
        return match(Quantifier.ONE, predicate);
    }

    /// A query as text, such as `MATCH ("*")->(".", p) WHERE p."name" STARTS WITH "MPI_"` or, in
    /// the object dialect as Python or JSON write it, `["*", {"name": "MPI_.*"}]`, or a path
    /// selector, `function(solve).line(solve.c:12)`.
    ///
    /// @throws QuerySyntaxException where the text is not a query, with the place and what was
    ///   expected
    /// @throws IllegalArgumentException where an element of the object dialect is no step
    static Query parse(String text) {
        if (ObjectText.isWritten(text)) return new ObjectText(text).query();
        return PathDialect.isWritten(text)
                ? PathDialect.query(text)
                : new TextDialect(text).query();
    }

    /// A path as data: each element is a quantifier (`"*"`, 2), a map of conditions by attribute,
    /// or a list of both. A condition is a regular expression for texts, a number or a text such as
    /// `"> 5"` for numbers, or a list of conditions that must all hold.
    static Path of(List<?> steps) {
        return ObjectDialect.path(steps);
    }

    default Query and(Query other) {
        return new And(List.of(this, other));
    }

    default Query or(Query other) {
        return new Or(List.of(this, other));
    }

    default Query xor(Query other) {
        return new Xor(List.of(this, other));
    }

    default Query negated() {
        return new Not(this);
    }

    /// What the query finds, with metrics compared by their mean.
    default NodeSet on(Profile profile) {
        return on(profile, ContextQuantifier.MEAN, Matching.ALL);
    }

    /// What the query finds.
    ///
    /// @param across for comparisons that do not say themselves how contexts count
    /// @throws IllegalArgumentException where an attribute is not one of the profile's
    default NodeSet on(Profile profile, ContextQuantifier across, Matching matching) {
        return on(profile, profile.outline(), across, matching);
    }

    /// What the query finds in a profile that was made of another, and may have more scopes.
    ///
    /// @param named the other one, whose metrics the query names; of the same call tree
    default NodeSet on(
            Profile profile, Outline named, ContextQuantifier across, Matching matching) {
        var predicates = new PredicateNodes(profile, named, across, false);
        return NodeSet.of(found(this, profile, predicates, matching), profile.tree().size());
    }

    /// The comparisons of single ranks, each once. [#on(Profile, Outline, ContextQuantifier,
    /// Matching, List)] takes their answers.
    default List<RankTest> rankTests(Outline named, ContextQuantifier across) {
        return List.copyOf(RankTest.in(this, named, across).values());
    }

    /// What the query finds in a run that was read in parts.
    ///
    /// @param means of its ranks
    /// @param tested the answers of [#rankTests]; none of a run without ranks
    default NodeSet on(
            Profile means,
            Outline named,
            ContextQuantifier across,
            Matching matching,
            List<TestedRanks> tested) {
        Map<Predicate, TestedRanks> known = new HashMap<>();
        for (Predicate each : RankTest.in(this, named, across).keySet())
            if (!tested.isEmpty()) known.put(each, tested.get(known.size()));
        var predicates = new PredicateNodes(means, named, across, known);
        return NodeSet.of(found(this, means, predicates, matching), means.tree().size());
    }

    /// What the query finds in several runs that stand where contexts do: a run that does not have
    /// a node has no value of it, where a rank took 0.
    default NodeSet onRuns(Profile runs, ContextQuantifier across, Matching matching) {
        var predicates = new PredicateNodes(runs, runs.outline(), across, true);
        return NodeSet.of(found(this, runs, predicates, matching), runs.tree().size());
    }

    /// The metrics that the query compares: what of a large profile must be loaded for it.
    ///
    /// @throws IllegalArgumentException where an attribute is not one of the profile's
    default Set<Metric> metrics(Outline outline) {
        return Leaves.metrics(this, outline);
    }

    private static BitSet found(
            Query query, Profile profile, PredicateNodes predicates, Matching matching) {
        return switch (query) {
            case Path(List<Step> steps) ->
                    PathMatch.nodes(profile.tree(), Automaton.of(steps, matching), predicates);
            case Below(List<Predicate> segments) ->
                    BelowMatch.nodes(
                            profile.tree(), segments.stream().map(predicates::of).toList());
            case And(List<Query> queries) ->
                    queries.stream()
                            .map(each -> found(each, profile, predicates, matching))
                            .reduce(Query::intersection)
                            .orElseThrow();
            case Or(List<Query> queries) -> {
                var union = new BitSet();
                for (Query each : queries) union.or(found(each, profile, predicates, matching));
                yield union;
            }
            case Xor(List<Query> queries) -> {
                var odd = new BitSet();
                for (Query each : queries) odd.xor(found(each, profile, predicates, matching));
                yield odd;
            }
            case Not(Query negated) -> {
                BitSet rest = found(negated, profile, predicates, matching);
                rest.flip(0, profile.tree().size());
                yield rest;
            }
        };
    }

    private static BitSet intersection(BitSet left, BitSet right) {
        left.and(right);
        return left;
    }
}
