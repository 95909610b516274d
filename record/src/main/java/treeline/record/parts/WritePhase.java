package treeline.record.parts;

import treeline.model.Metadata;
import treeline.source.join.Parts;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Phase 3: an aggregator writes the messages of its group as one file, marked as part of the
/// recording. The file appears complete or not at all.
public final class WritePhase {
    private WritePhase() {}

    /// The outcome of writing a part. `problems` is empty on success.
    public record Written(long bytes, List<String> problems) {
        public Written {
            problems = List.copyOf(problems);
        }
    }

    /// The location and format of a recording.
    ///
    /// @param folder where parts are written
    /// @param shown where they will be when all are complete, for messages
    public record Target(
            Path folder, Path shown, String prefix, RecordingPart.Form form, String recording) {

        /// `part-007.tldb`; as many digits as all parts need.
        String name(int part, int parts) {
            int digits = Math.max(3, Integer.toString(parts - 1).length());
            return prefix
                    + "0".repeat(digits - Integer.toString(part).length())
                    + part
                    + form.extension();
        }
    }

    public static Written run(
            List<byte[]> messages,
            int part,
            PathTable table,
            RecordedMetrics metrics,
            Metadata metadata,
            Target target) {
        PathTable.Facts facts = table.facts();
        List<String> problems = new ArrayList<>();
        String name = target.name(part, facts.groups());
        try {
            var mark = new Parts.Mark(target.recording(), part, facts.groups());
            int firstRank = part * facts.ranksPerGroup();
            var content =
                    new RecordingPart(messages, firstRank, table, metrics, mark.onto(metadata));
            return new Written(
                    target.form().write(content, target.folder().resolve(name), problems),
                    problems);
        } catch (IOException | RuntimeException | OutOfMemoryError failed) {
            problems.add(
                    "%s was not written: %s"
                            .formatted(target.shown().resolve(name), reason(failed)));
            return new Written(0, problems);
        }
    }

    public static String messageOf(Throwable failed) {
        return Objects.requireNonNullElse(failed.getMessage(), failed.toString());
    }

    /// What went wrong, without the name of the file, which may be a temporary one.
    public static String reason(Throwable failed) {
        if (failed instanceof FileSystemException file && file.getReason() != null)
            return file.getReason();
        String message = failed.getMessage();
        String kind = failed.getClass().getSimpleName();
        return message == null ? kind : kind + ": " + message;
    }
}
