package treeline.cluster;

/// Interpretation of a mean silhouette coefficient, after Kaufman and Rousseeuw (1990). K-means
/// always returns the requested number of clusters, even if the data has none.
public enum Structure {
    /// At most 0.25: clusters are arbitrary.
    NONE("no substantial structure (1: clear, 0: none); these clusters are probably random"),
    /// At most 0.5.
    WEAK("weak structure (1: clear, 0: none); these clusters may be random"),
    /// Above 0.5.
    CLEAR("");

    private static final double NO_STRUCTURE = 0.25;
    private static final double WEAK_STRUCTURE = 0.5;

    private final String warning;

    Structure(String warning) {
        this.warning = warning;
    }

    /// How clear clusters are.
    ///
    /// @param silhouette the mean over all rows; NaN, of one cluster, says nothing against it
    public static Structure of(double silhouette) {
        if (silhouette <= NO_STRUCTURE) return NONE;
        return silhouette <= WEAK_STRUCTURE ? WEAK : CLEAR;
    }

    /// What users must know; empty where clusters are clear.
    public String warning() {
        return warning;
    }
}
