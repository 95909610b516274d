package treeline.source;

/// Confidence of a format that an input is its own, judged by names and first bytes.
public enum Match {
    NO,
    /// Possible: chosen if no other format is certain or possible.
    PLAUSIBLE,
    /// Certain: the input has the signature of the format. Two certain formats are an error that
    /// names both.
    CERTAIN
}
