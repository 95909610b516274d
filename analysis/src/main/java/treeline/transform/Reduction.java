package treeline.transform;

/// How the values that many contexts measured at a node become the one that is shown.
public enum Reduction {
    /// Over all contexts: one that did not run the node counts as 0.
    MEAN,
    /// Over the contexts that ran the node.
    MIN,
    /// Over the contexts that ran the node.
    MAX,
    SUM
}
