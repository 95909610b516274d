package treeline.source;

import java.io.IOException;
import java.util.Optional;

/// An input format of one tool. [#sniff] detects it, so users need not name the format. Its readers
/// are private to its package.
public interface ProfileFormat {

    /// The name for `--format` and reports, such as `compact-text`.
    String name();

    /// A one-line description.
    String description();

    Match sniff(Input input) throws IOException;

    /// Whether a folder is always one profile of this format. An ensemble treats the files of any
    /// other folder as separate runs.
    default boolean isProfileFolder(Input folder) throws IOException {
        return false;
    }

    /// The runs of an input with several; empty if it is one run, or one profile whose contexts are
    /// runs (a saved ensemble). [#open] opens one of them, named by [Input#run].
    ///
    /// Throws `MalformedProfileException` if the input violates the format.
    default Optional<HeldRuns> runs(Input input) throws IOException {
        return Optional.empty();
    }

    /// Opens an input that [#sniff] accepted. Reads the outline; values are read by `load`.
    ///
    /// Throws `MalformedProfileException` if the input violates the format.
    ProfileSource open(Input input) throws IOException;
}
