package treeline.store.trace;

/// The trace of a thread, for [TraceFileWriter]. The thread may go on while it is written: the call
/// paths are read after the records that refer to them.
public interface ThreadTrace {
    /// Number of the thread within its rank.
    int number();

    /// Events that did not fit into the recorder's buffer.
    long dropped();

    /// Number of call paths. Callers precede their callees.
    int paths();

    /// The caller of a path, -1 for a root.
    int parent(int path);

    String name(int path);

    /// Passes all records on, in order.
    void writeTo(Sink sink);

    /// Receives the records of a thread, with times in nanoseconds since the start of the rank.
    interface Sink {
        void begin(long nanos, int path);

        void end(long nanos);

        /// A collective call of the first group, completed by the innermost event.
        ///
        /// @param kind [TraceFileWriter#code]
        /// @param root world rank, -1 if there is none
        void collective(int kind, int root, long bytes);
    }
}
