package treeline.model;

import java.util.Objects;

/// A named, united and scoped column of values. The scope is part of the identity: inclusive and
/// exclusive time are two metrics, and no analysis may add one to the other.
public record Metric(String name, Unit unit, Scope scope) {

    /// How a node's value relates to its descendants'.
    public enum Scope {
        /// The node with everything below it.
        INCLUSIVE,
        /// The node alone.
        EXCLUSIVE,
        /// A reading at the node (a high-water mark, a rate): never added up over the tree.
        POINT
    }

    public Metric {
        if (name.isBlank()) throw new IllegalArgumentException("metric name is blank");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(scope, "scope");
    }
}
