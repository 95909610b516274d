package treeline.query;

/// The semantics of `*` and `+` steps.
public enum Matching {
    /// Every path that the steps describe, as regular expressions do.
    ALL,
    /// A repeated step ends at the first node that fulfils the next step, as in Hatchet, which does
    /// not look further. Kept so that results can be compared with Hatchet's.
    FIRST
}
