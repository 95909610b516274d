package treeline.source;

import java.io.IOException;
import java.util.Optional;

/// One tool's files. A format is found by [#sniff], so that users never say what they have; its
/// readers are private to its package.
public interface ProfileFormat {

    /// What `--format` and reports call it, such as `compact-text`.
    String name();

    /// One line for people: whose files these are.
    String description();

    Match sniff(Input input) throws IOException;

    /// Whether a folder as a whole is one profile of this format, whatever its files say of
    /// themselves: an ensemble takes the files of every other folder for runs of their own.
    default boolean isProfileFolder(Input folder) throws IOException {
        return false;
    }

    /// The runs of an input that may hold several; empty where it is one run, or one profile whose
    /// contexts are runs (an ensemble that was saved). [#open] opens one of them, by the name that
    /// [Input#run] has.
    ///
    /// Throws `MalformedProfileException` if the input violates the format.
    default Optional<HeldRuns> runs(Input input) throws IOException {
        return Optional.empty();
    }

    /// Opens what [#sniff] did not refuse. The small sections are read; values wait for `load`.
    ///
    /// Throws `MalformedProfileException` if the input violates the format.
    ProfileSource open(Input input) throws IOException;
}
