package treeline.query;

import treeline.model.Metric;
import treeline.model.Outline;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Collects the metrics that a query names.
final class NamedMetrics {
    private final Outline outline;
    private final Set<Metric> metrics = new LinkedHashSet<>();

    private NamedMetrics(Outline outline) {
        this.outline = outline;
    }

    static Set<Metric> of(Query query, Outline outline) {
        var named = new NamedMetrics(outline);
        named.add(query);
        return named.metrics;
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
            case Predicate.Text text -> add(text.attribute());
            case Predicate.Amount number -> add(number.attribute());
            case Predicate.Is is -> add(is.attribute());
            case Predicate.And(List<Predicate> all) -> all.forEach(this::add);
            case Predicate.Or(List<Predicate> any) -> any.forEach(this::add);
            case Predicate.Not(Predicate negated) -> add(negated);
            // a test in Java may ask for anything
            case Predicate.Custom _ -> metrics.addAll(outline.metrics());
            case Predicate.Anything _, Predicate.Leaf _, Predicate.OfFrame _ -> {}
        }
    }

    private void add(String attribute) {
        if (Known.of(outline, attribute) instanceof Known.Measured measured)
            metrics.add(measured.metric());
    }
}
