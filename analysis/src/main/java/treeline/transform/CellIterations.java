package treeline.transform;

import treeline.model.ImmutableDoubles;

import java.io.Serializable;

/// The iterations of one cell, a node in a context, in one scope.
public sealed interface CellIterations {

    /// The context has no value at the node.
    record Absent() implements CellIterations {}

    /// One value per iteration, NaN if the iteration did not run. They add up to the value of the
    /// cell.
    record Known(ImmutableDoubles values) implements CellIterations {}

    /// The value of the cell cannot be divided into iterations.
    ///
    /// @param node the node that is to blame: the cell's own or one of its callees
    record Unknown(int node, Cause cause) implements CellIterations, Serializable {}

    /// A reason why a value cannot be divided into iterations.
    enum Cause {
        /// The node has a value, but only its sum over all iterations was recorded.
        SUMMED,
        /// The node is a loop inside the loop and counts its own iterations.
        COUNTS_ITS_OWN
    }
}
