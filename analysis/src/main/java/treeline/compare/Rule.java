package treeline.compare;

/// When a comparison fails, and what it leaves out.
///
/// @param failAbove the slowdown above which a node fails: 0.05 is 5 %; infinite where nothing does
/// @param level how often a comparison of equal builds may find any difference, 0.05 is 1 in 20
/// @param leastShare nodes with a smaller share of both totals are too small to be compared
public record Rule(double failAbove, double level, double leastShare) {
    /// Finds differences and fails on none.
    public static final Rule USUAL = new Rule(Double.POSITIVE_INFINITY, 0.05, 0.01);

    public Rule {
        if (!(failAbove >= 0))
            throw new IllegalArgumentException("a slowdown to fail on is 0 or more: " + failAbove);
        if (!(level > 0 && level < 1))
            throw new IllegalArgumentException("a level is between 0 and 1: " + level);
        if (!(leastShare >= 0 && leastShare <= 1))
            throw new IllegalArgumentException("a share is from 0 to 1: " + leastShare);
    }

    /// Whether a comparison can fail by it.
    public boolean isGate() {
        return failAbove < Double.POSITIVE_INFINITY;
    }

    public Rule failingAbove(double slowdown) {
        return new Rule(slowdown, level, leastShare);
    }

    public Rule atLevel(double other) {
        return new Rule(failAbove, other, leastShare);
    }

    public Rule withLeastShare(double share) {
        return new Rule(failAbove, level, share);
    }
}
