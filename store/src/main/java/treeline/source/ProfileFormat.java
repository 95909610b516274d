package treeline.source;

import java.io.IOException;

/// One tool's files. A format is found by [#sniff], so that users never say what they have; its
/// readers are private to its package.
public interface ProfileFormat {

    /// What `--format` and reports call it, such as `compact-text`.
    String name();

    /// One line for people: whose files these are.
    String description();

    Match sniff(Input input) throws IOException;

    /// Opens what [#sniff] did not refuse. The small sections are read; values wait for `load`.
    ///
    /// @throws MalformedProfileException if the input is not what it claims to be
    ProfileSource open(Input input) throws IOException;
}
