package treeline.source;

import java.util.List;

/// The runs of an input that holds several, each a profile of its own: for ensembles, which take
/// all of them.
///
/// @param report what was skipped or mended of the input as a whole
public record HeldRuns(List<Held> runs, ReadReport report) {
    public HeldRuns {
        runs = List.copyOf(runs);
    }

    /// One of the runs.
    ///
    /// @param name by which it alone can be opened: `file#name`
    /// @param source closed by those who read it
    public record Held(String name, ProfileSource source) {}
}
