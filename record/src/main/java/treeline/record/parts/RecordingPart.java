package treeline.record.parts;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.source.ProfileExporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A sub-file of a recording before it is written: the messages of a group of ranks, in rank order,
/// with the call paths and metrics needed to read them.
public record RecordingPart(
        List<byte[]> messages,
        int firstRank,
        PathTable table,
        RecordedMetrics metrics,
        Metadata metadata) {
    public RecordingPart {
        messages = List.copyOf(messages);
    }

    /// The file format of a part.
    public interface Form {
        String extension();

        /// Writes it and tells how many bytes that took.
        ///
        /// @param problems where to tell of ranks that have no values
        long write(RecordingPart part, Path file, List<String> problems) throws IOException;
    }

    /// As a profile, which every reader of that form understands.
    public static Form exported(ProfileExporter exporter) {
        return new Form() {
            @Override
            public String extension() {
                return exporter.extension();
            }

            @Override
            public long write(RecordingPart part, Path file, List<String> problems)
                    throws IOException {
                exporter.export(part.profile(problems), file);
                return Files.size(file);
            }
        };
    }

    public Profile profile(List<String> problems) {
        return new PartBuilder(this, problems).profile();
    }
}
