package treeline.source.trace;

import java.util.List;

/// Operations in which the contexts of a trace depend on each other: messages, collective
/// operations, thread teams and GPU launches. The operations of each context are read on demand.
/// Thread-safe.
public interface Interactions {
    /// The interactions of a trace without any.
    Interactions NONE =
            new Interactions() {
                @Override
                public List<ProcessGroup> groups() {
                    return List.of();
                }

                @Override
                public Operations of(int context) {
                    return Operations.NONE;
                }

                @Override
                public boolean isRecorded() {
                    return false;
                }
            };

    /// Whether the trace was made to contain interactions. If so, a context without operations did
    /// not interact.
    default boolean isRecorded() {
        return true;
    }

    /// Communicators and thread teams.
    List<ProcessGroup> groups();

    /// The operations of a context in the order in which they were completed.
    Operations of(int context);
}
