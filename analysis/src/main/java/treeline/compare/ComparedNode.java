package treeline.compare;

/// One node of two builds.
///
/// @param node in the tree of the comparison, -1 for the whole run
/// @param path the call path, or [Trend#TOTAL]
/// @param before the mean over the runs of the baseline; NaN if none has the node
/// @param after the mean over the runs of the candidate, in the same unit
/// @param ratio after over before
/// @param low the lower end of the ratio's 95 % confidence interval (Fieller), NaN if the noise is
///   unknown
/// @param high its upper end
/// @param effect Hedges' g, the difference in standard deviations; infinite without variance
/// @param p of Student's t test, NaN if the node was not tested
/// @param adjusted `p` adjusted for all tested nodes ([Comparison#byPermutation]), NaN if the node
///   is not one of them
/// @param share the larger of its shares of both totals, NaN if there is no total
/// @param fails whether the gate fails on it
public record ComparedNode(
        int node,
        String path,
        double before,
        double after,
        double ratio,
        double low,
        double high,
        double effect,
        double p,
        double adjusted,
        double share,
        Status status,
        boolean fails) {

    /// The outcome for a node.
    public enum Status {
        /// It takes significantly more.
        SLOWER,
        /// It takes significantly less.
        FASTER,
        /// The difference is not significant.
        SAME,
        /// The noise is unknown: there is no test, only a ratio.
        UNKNOWN,
        /// Only the candidate has it.
        NEW,
        /// Only the baseline has it.
        GONE,
        /// Its share of the total is too small for it to be compared.
        SMALL
    }

    public boolean isTotal() {
        return node < 0;
    }

    /// Whether all runs of a side have the same value, and the sides differ: such a node is
    /// compared by its ratio.
    public boolean hasNoVariance() {
        return Double.isInfinite(effect);
    }

    /// How much more it takes: after - before, with 0 for what is not there.
    public double change() {
        return (Double.isNaN(after) ? 0 : after) - (Double.isNaN(before) ? 0 : before);
    }

    ComparedNode judged(double adjustedP, Status found, boolean failing) {
        return new ComparedNode(
                node, path, before, after, ratio, low, high, effect, p, adjustedP, share, found,
                failing);
    }
}
