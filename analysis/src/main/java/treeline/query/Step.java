package treeline.query;

import java.util.Objects;

/// A step of a path: a number of consecutive nodes that satisfy a predicate.
public record Step(Quantifier quantifier, Predicate predicate) {
    public Step {
        Objects.requireNonNull(quantifier, "quantifier");
        Objects.requireNonNull(predicate, "predicate");
    }
}
