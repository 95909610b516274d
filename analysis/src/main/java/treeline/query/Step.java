package treeline.query;

import java.util.Objects;

/// A part of a path: so many nodes in a row, each of which fulfils the predicate.
public record Step(Quantifier quantifier, Predicate predicate) {
    public Step {
        Objects.requireNonNull(quantifier, "quantifier");
        Objects.requireNonNull(predicate, "predicate");
    }
}
