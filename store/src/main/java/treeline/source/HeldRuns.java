package treeline.source;

import java.util.List;

/// The runs of an input that contains several, one profile each. Ensembles read all of them.
///
/// @param report warnings about the input as a whole
public record HeldRuns(List<Held> runs, ReadReport report) {
    public HeldRuns {
        runs = List.copyOf(runs);
    }

    /// One of the runs.
    ///
    /// @param name name to open it alone: `file#name`
    /// @param source to be closed by the reader
    public record Held(String name, ProfileSource source) {}
}
