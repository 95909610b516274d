package treeline.source;

import treeline.model.Profile;

import java.io.IOException;
import java.nio.file.Path;

/// Writes profiles as files of one form. Apart from [ProfileFormat], because most forms are read
/// only and some are written only.
public interface ProfileExporter {

    String name();

    /// How file names end that mean this form, with the dot.
    String extension();

    /// Whether the run's metadata are written too; forms that are only a table have no place for
    /// them.
    default boolean keepsMetadata() {
        return true;
    }

    /// Whether what is known of contexts beside their numbers is written too.
    default boolean keepsContextLabels() {
        return true;
    }

    /// Writes the whole profile to a file that appears complete or not at all.
    void export(Profile profile, Path file) throws IOException;
}
