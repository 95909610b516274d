package treeline.query;

/// How the values that many ranks measured at a node become the answer to one comparison; threads
/// and repetitions of a rank are combined before, see [treeline.numbers.Numbers]. A rank that did
/// not run a node took 0 of what adds up (inclusive and exclusive metrics) and has no value of a
/// reading at a point. A node that no rank measured fulfils no comparison.
public enum ContextQuantifier {
    /// The mean over all ranks is compared: the number that a call tree shows.
    MEAN,
    /// One rank is enough.
    ANY,
    /// Every rank must fulfil the comparison.
    ALL
}
