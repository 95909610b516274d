package treeline.query;

import treeline.model.Metric;
import treeline.model.Outline;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Collects the metrics that a query names, and whether it compares values of single contexts.
final class NamedMetrics {
    private final Outline outline;
    private final ContextQuantifier usual;
    private final Set<Metric> metrics = new LinkedHashSet<>();
    private boolean ofEach;

    private NamedMetrics(Outline outline, ContextQuantifier usual) {
        this.outline = outline;
        this.usual = usual;
    }

    static Set<Metric> of(Query query, Outline outline) {
        return in(query, outline, ContextQuantifier.MEAN).metrics;
    }

    static boolean areOfEach(Query query, Outline outline, ContextQuantifier usual) {
        return in(query, outline, usual).ofEach;
    }

    private static NamedMetrics in(Query query, Outline outline, ContextQuantifier usual) {
        var named = new NamedMetrics(outline, usual);
        named.add(query);
        return named;
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
            case Predicate.Text text -> add(text.attribute(), Optional.of(ContextQuantifier.MEAN));
            case Predicate.Amount number -> add(number.attribute(), number.across());
            // whether anybody measured a node at all is not seen in means
            case Predicate.Is is ->
                    add(
                            is.attribute(),
                            is.state() == Predicate.State.NONE
                                    ? Optional.of(ContextQuantifier.ANY)
                                    : is.across());
            case Predicate.And(List<Predicate> all) -> all.forEach(this::add);
            case Predicate.Or(List<Predicate> any) -> any.forEach(this::add);
            case Predicate.Not(Predicate negated) -> add(negated);
            // a test in Java may ask for anything
            case Predicate.Custom _ -> {
                metrics.addAll(outline.metrics());
                ofEach = true;
            }
            case Predicate.Anything _, Predicate.Leaf _, Predicate.OfFrame _ -> {}
        }
    }

    private void add(String attribute, Optional<ContextQuantifier> across) {
        if (!(ResolvedAttribute.of(outline, attribute)
                instanceof ResolvedAttribute.Measured measured)) return;
        metrics.add(measured.metric());
        ofEach |= across.orElse(usual) != ContextQuantifier.MEAN;
    }
}
