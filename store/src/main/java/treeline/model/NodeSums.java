package treeline.model;

/// Per-node sums over all contexts. Some formats store them, so the first view of a run needs no
/// values and takes equally long for any number of ranks.
///
/// @param sum one sum per node, NaN if the node was not measured
/// @param contexts number of contexts that measured the node; if the format does not count them, 1
///   if any did
/// @param nested whether, as the format guarantees, every context that measured a node also
///   measured its callers, so that the values of a caller include those of its subtree
public record NodeSums(ImmutableDoubles sum, ImmutableInts contexts, boolean nested) {

    /// Sums of a format that promises nothing about callers.
    public NodeSums(ImmutableDoubles sum, ImmutableInts contexts) {
        this(sum, contexts, false);
    }

    /// Sums of a format that does not count contexts.
    public static NodeSums uncounted(double[] sum, boolean nested) {
        int[] any = new int[sum.length];
        for (int node = 0; node < any.length; node++) any[node] = Double.isNaN(sum[node]) ? 0 : 1;
        return new NodeSums(ImmutableDoubles.owning(sum), ImmutableInts.owning(any), nested);
    }
}
