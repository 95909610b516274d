package treeline.compare;

/// One node of two builds.
///
/// @param node in the tree of the comparison, -1 for the whole run
/// @param path the call path, or [Trend#TOTAL]
/// @param before the mean over the runs of the baseline; NaN where none has the node
/// @param after the same of the candidate, in the same unit
/// @param ratio after over before
/// @param low the lower end of the ratio's 95 % interval, NaN where noise is not known
/// @param high its upper end
/// @param effect Hedges' g, the difference in standard deviations
/// @param p how often samples of equal builds differ as much, NaN where it was not tested
/// @param adjusted the same for all nodes together, by Holm's correction
/// @param share the larger of its shares of both totals, NaN where there is no total
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

    /// What happened to a node.
    public enum Status {
        /// It took more, and that is significant.
        SLOWER,
        /// It took less, and that is significant.
        FASTER,
        /// No difference stands out from the noise.
        SAME,
        /// Noise is not known: the ratio is all there is.
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
