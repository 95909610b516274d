package treeline.trace.waiting;

/// The kinds of wait states: those of MPI and OpenMP as Scalasca defines them, and those of threads
/// and GPUs that wait for each other.
public enum WaitKind {
    LATE_SENDER("late sender"),
    LATE_RECEIVER("late receiver"),
    BARRIER("wait at barrier"),
    ALL_TO_ALL("wait at N x N"),
    LATE_BROADCAST("late broadcast"),
    EARLY_REDUCE("early reduce"),
    EARLY_SCAN("early scan"),
    FINALIZE("wait at finalize"),
    TEAM_BARRIER("wait at OpenMP barrier"),
    GPU("wait for GPU"),
    LAUNCH("GPU waits for launch"),
    BARRIER_COMPLETION("barrier completion"),
    ALL_TO_ALL_COMPLETION("N x N completion");

    private final String label;

    WaitKind(String label) {
        this.label = label;
    }

    /// The name that people read.
    public String label() {
        return label;
    }

    /// Whether a rank waits for another to arrive. The completion of a barrier is the time that it
    /// takes to leave it once all ranks have arrived.
    public boolean isWait() {
        return this != BARRIER_COMPLETION && this != ALL_TO_ALL_COMPLETION;
    }

    /// Whether messages or collective operations of ranks cause it, such as those of MPI and NCCL.
    public boolean isBetweenRanks() {
        return switch (this) {
            case TEAM_BARRIER, GPU, LAUNCH -> false;
            case LATE_SENDER,
                    LATE_RECEIVER,
                    BARRIER,
                    ALL_TO_ALL,
                    LATE_BROADCAST,
                    EARLY_REDUCE,
                    EARLY_SCAN,
                    FINALIZE,
                    BARRIER_COMPLETION,
                    ALL_TO_ALL_COMPLETION ->
                    true;
        };
    }
}
