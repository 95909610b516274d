package treeline.query;

import treeline.model.Metric;
import treeline.model.Outline;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The predicates of a query that are no combinations of others, in the order in which they are
/// written.
final class Leaves {
    private final List<Predicate> leaves = new ArrayList<>();

    private Leaves() {}

    static List<Predicate> of(Query query) {
        var found = new Leaves();
        found.add(query);
        return found.leaves;
    }

    /// The metrics that a query names.
    static Set<Metric> metrics(Query query, Outline outline) {
        Set<Metric> metrics = new LinkedHashSet<>();
        for (Predicate each : of(query))
            switch (each) {
                case Predicate.Text text -> add(text.attribute(), outline, metrics);
                case Predicate.Amount number -> add(number.attribute(), outline, metrics);
                case Predicate.Is is -> add(is.attribute(), outline, metrics);
                // a test in Java may ask for anything
                case Predicate.Custom _ -> metrics.addAll(outline.metrics());
                default -> {}
            }
        return metrics;
    }

    private static void add(String attribute, Outline outline, Set<Metric> metrics) {
        if (ResolvedAttribute.of(outline, attribute) instanceof ResolvedAttribute.Measured measured)
            metrics.add(measured.metric());
    }

    private void add(Query query) {
        switch (query) {
            case Query.Path(List<Step> steps) -> steps.forEach(step -> add(step.predicate()));
            case Query.Below(List<Predicate> segments) -> segments.forEach(this::add);
            case Query.And(List<Query> queries) -> queries.forEach(this::add);
            case Query.Or(List<Query> queries) -> queries.forEach(this::add);
            case Query.Xor(List<Query> queries) -> queries.forEach(this::add);
            case Query.Not(Query negated) -> add(negated);
        }
    }

    private void add(Predicate predicate) {
        switch (predicate) {
            case Predicate.And(List<Predicate> all) -> all.forEach(this::add);
            case Predicate.Or(List<Predicate> any) -> any.forEach(this::add);
            case Predicate.Not(Predicate negated) -> add(negated);
            default -> leaves.add(predicate);
        }
    }
}
