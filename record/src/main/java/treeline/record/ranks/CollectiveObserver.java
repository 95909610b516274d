package treeline.record.ranks;

import treeline.source.trace.OperationKind;

/// Told of the collective calls of a communicator, on the thread that makes them. Recorders use it
/// for traces.
public interface CollectiveObserver {
    void begin(OperationKind kind);

    /// The call ends.
    ///
    /// @param root -1 if there is none
    /// @param bytes that this rank gave or, of a broadcast, got
    void end(OperationKind kind, int root, long bytes);
}
