package treeline.archive;

import treeline.model.Metadata;
import treeline.model.Metadata.Value;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;

/// A run as stored in the index.
///
/// @param name the unique file name without its extension
/// @param time when the run started; runs are ordered by it
/// @param branch empty if unknown
/// @param commit empty if unknown
public record ArchivedRun(
        String name, Instant time, String branch, String commit, Metadata metadata) {
    /// Metadata that says which file the run was added from.
    public static final String SOURCE = "archive.source";

    /// By time; runs of the same time in the order in which they were added. Files tell that, so a
    /// new index has the same order.
    static final Comparator<ArchivedRun> BY_TIME =
            Comparator.comparing(ArchivedRun::time)
                    .thenComparing(ArchivedRun::added)
                    .thenComparing(ArchivedRun::name);

    /// Runs that other programs put into the folder do not say when.
    private Instant added() {
        try {
            return metadata.get(Archive.ADDED)
                    .map(Value::toString)
                    .map(Instant::parse)
                    .orElse(Instant.EPOCH);
        } catch (DateTimeException strange) {
            return Instant.EPOCH;
        }
    }

    /// The build of the run: its commit, or the run itself if the commit is unknown.
    public String build() {
        return commit.isEmpty() ? name : commit;
    }

    /// The file that the run was added from; empty if unknown.
    public String source() {
        return metadata.get(SOURCE).map(Value::toString).orElse("");
    }
}
