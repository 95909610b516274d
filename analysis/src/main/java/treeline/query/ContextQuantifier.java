package treeline.query;

/// Quantifier over ranks in a comparison: mean, any or all. Threads and repetitions of a rank are
/// combined first, see [treeline.numbers.Numbers]. A rank that did not run a node counts as 0 for
/// inclusive and exclusive metrics and has no value for point readings. A node that no rank
/// measured matches no comparison.
public enum ContextQuantifier {
    /// The mean over all ranks is compared: the number that a call tree shows.
    MEAN,
    /// One rank is enough.
    ANY,
    /// Every rank must fulfil the comparison.
    ALL
}
