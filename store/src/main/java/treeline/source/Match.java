package treeline.source;

/// How sure a format is that an input is its own, from the input's first bytes and names.
public enum Match {
    NO,
    /// It may be: taken if no other format is certain and no other finds it plausible.
    PLAUSIBLE,
    /// It carries the format's mark. Two certain formats are an error that names both.
    CERTAIN
}
