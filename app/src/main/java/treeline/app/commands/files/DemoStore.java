package treeline.app.commands.files;

import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// A format in which the demo stores its recording.
record DemoStore(ProfileExporter exporter, Path path) {

    private static final String METADATA = "metadata";

    /// The comparison of the stored recording with the original.
    ///
    /// @param words the result for people
    record ReadBack(String words, boolean good) {}

    static DemoStore of(ProfileExporter exporter, Path folder) {
        return new DemoStore(exporter, folder.resolve("run" + exporter.extension()));
    }

    /// Writes the recording, reads it again and compares.
    ReadBack write(Formats formats, Profile recorded) throws IOException {
        exporter.export(recorded, path);
        Optional<ProfileFormat> reader =
                formats.readable().stream()
                        .filter(format -> format.name().equals(exporter.name()))
                        .findFirst();
        if (reader.isEmpty()) return new ReadBack("written only", true);
        try (ProfileSource source = reader.get().open(Input.of(path.toString()))) {
            Profile read = source.load(Slice.everything());
            String different = difference(recorded, read);
            if (different.equals(METADATA) && !exporter.keepsMetadata())
                return new ReadBack("equal except for metadata", true);
            return different.isEmpty()
                    ? new ReadBack("equal", true)
                    : new ReadBack("differs in " + different, false);
        }
    }

    private static String difference(Profile recorded, Profile read) {
        if (!recorded.tree().equals(read.tree())) return "call paths";
        if (!recorded.contexts().equals(read.contexts())) return "contexts";
        if (!recorded.metrics().equals(read.metrics())) return "metrics";
        if (!recorded.values().equals(read.values())) return "values";
        if (!recorded.labels().equals(read.labels())) return "labels";
        return recorded.metadata().equals(read.metadata()) ? "" : METADATA;
    }
}
