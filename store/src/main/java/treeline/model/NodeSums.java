package treeline.model;

/// What each node has in all contexts together. Some files tell it without their values being read:
/// a first look at a run takes as long for many ranks as for few.
///
/// @param sum one a node, NaN where nothing was measured
/// @param contexts how many contexts measured the node; where the format does not count them, only
///   whether any did
/// @param nested whether every context that measured a node measured its callers too, as the format
///   promises it; then what a caller measured holds all that is below it
public record NodeSums(ImmutableDoubles sum, ImmutableInts contexts, boolean nested) {

    /// Sums of a format that promises nothing about callers.
    public NodeSums(ImmutableDoubles sum, ImmutableInts contexts) {
        this(sum, contexts, false);
    }

    /// Sums of a format in which callers are always measured, and which does not count contexts.
    public static NodeSums nested(double[] sum) {
        return uncounted(sum, true);
    }

    /// Sums of a format that does not count contexts.
    public static NodeSums uncounted(double[] sum, boolean nested) {
        int[] any = new int[sum.length];
        for (int node = 0; node < any.length; node++) any[node] = Double.isNaN(sum[node]) ? 0 : 1;
        return new NodeSums(ImmutableDoubles.owning(sum), ImmutableInts.owning(any), nested);
    }
}
