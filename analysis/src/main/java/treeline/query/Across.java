package treeline.query;

/// How the values that many contexts measured at a node become the answer to one comparison. A
/// context that did not run a node took 0 of what adds up (inclusive and exclusive metrics) and has
/// no value of a reading at a point. A node that no context measured fulfils no comparison.
public enum Across {
    /// The mean over all contexts is compared: the number that a call tree shows.
    MEAN,
    /// One context is enough.
    ANY,
    /// Every context must fulfil the comparison.
    ALL
}
