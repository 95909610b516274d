package treeline.compare;

/// The rule by which a comparison fails, and the nodes that it skips.
///
/// @param failAbove the slowdown above which a node fails: 0.05 is 5 %; infinite without a gate
/// @param level the family-wise significance level: the probability that a comparison of equal
///   builds finds any difference
/// @param leastShare nodes with a smaller share of both totals are skipped
public record GatePolicy(double failAbove, double level, double leastShare) {
    /// Finds differences and fails on none.
    public static final GatePolicy DEFAULT = new GatePolicy(Double.POSITIVE_INFINITY, 0.05, 0.01);

    public GatePolicy {
        if (!(failAbove >= 0))
            throw new IllegalArgumentException(
                    "the slowdown limit must be at least 0: " + failAbove);
        if (!(level > 0 && level < 1))
            throw new IllegalArgumentException(
                    "the significance level must be between 0 and 1: " + level);
        if (!(leastShare >= 0 && leastShare <= 1))
            throw new IllegalArgumentException("a share must be from 0 to 1: " + leastShare);
    }

    /// Whether a comparison can fail by it.
    public boolean isGate() {
        return failAbove < Double.POSITIVE_INFINITY;
    }

    public GatePolicy failingAbove(double slowdown) {
        return new GatePolicy(slowdown, level, leastShare);
    }

    public GatePolicy withLeastShare(double share) {
        return new GatePolicy(failAbove, level, share);
    }
}
