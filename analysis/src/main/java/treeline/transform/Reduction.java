package treeline.transform;

/// Reduction of a node's values over contexts to one value.
public enum Reduction {
    /// Over all contexts: one that did not run the node counts as 0.
    MEAN,
    /// Over the contexts that ran the node.
    MIN,
    /// Over the contexts that ran the node.
    MAX,
    SUM
}
