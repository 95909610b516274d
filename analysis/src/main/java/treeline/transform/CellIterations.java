package treeline.transform;

import treeline.model.ImmutableDoubles;

import java.io.Serializable;

/// The values of one cell (a node in a context) per iteration, inclusive or exclusive.
public sealed interface CellIterations {

    /// The context has no value at the node.
    record Absent() implements CellIterations {}

    /// One value per iteration, NaN if it did not run. The values sum to the value of the cell,
    /// unless some calls were recorded without an iteration number.
    ///
    /// @param first the iteration number of the first value
    record Known(int first, ImmutableDoubles values) implements CellIterations {}

    /// The value of the cell cannot be divided into iterations.
    ///
    /// @param node the node that prevents it: the cell's own or one of its callees
    record Unknown(int node, Cause cause) implements CellIterations, Serializable {}

    /// The reason why a value cannot be divided into iterations.
    enum Cause {
        /// The node has a value, but only its sum over all iterations was recorded.
        SUMMED,
        /// The node is a loop inside the loop and counts its own iterations.
        COUNTS_ITS_OWN
    }
}
