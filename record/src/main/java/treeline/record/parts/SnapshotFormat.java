package treeline.record.parts;

import org.jspecify.annotations.Nullable;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.NamedFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;
import treeline.source.join.Parts;
import treeline.store.trace.TracedRecording;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The format of snapshots of a running program, chosen for minimum cost to the program. Found by
/// [java.util.ServiceLoader], so that whoever has the recorder can read its snapshots.
public final class SnapshotFormat extends NamedFormat {

    public SnapshotFormat() {
        super("snapshot", "snapshots of running programs and native recordings");
    }

    @Override
    public Match sniff(Input input) throws IOException {
        Match files = Parts.sniff(input, SnapshotFormat::isSnapshot);
        if (files != Match.NO || OutputFolder.newestSnapshot(input).isEmpty()) return files;
        return input.files().isEmpty() ? Match.CERTAIN : Match.PLAUSIBLE;
    }

    @Override
    public boolean isProfileFolder(Input folder) throws IOException {
        return OutputFolder.newestSnapshot(folder).isPresent()
                || Parts.isRecording(folder, SnapshotFormat::isSnapshot);
    }

    /// Of the directory of a recording that is not complete, because its run was killed or goes on,
    /// the newest snapshot.
    @Override
    public ProfileSource open(Input input) throws IOException {
        Path newest = OutputFolder.newestSnapshot(input).orElse(null);
        if (newest == null) newest = snapshotOfAllRanks(input);
        if (newest == null)
            return TracedRecording.of(
                    Parts.open(input, SnapshotFormat::isSnapshot, SnapshotFormat::openFile),
                    input.files());
        return new NewestSnapshot(open(Input.of(newest.toString())), newest);
    }

    /// The newest snapshot if ranks are missing from the recording: the ranks of a native program
    /// that were terminated have written parts, and the rank that crashed is only in the snapshot.
    private static @Nullable Path snapshotOfAllRanks(Input input) throws IOException {
        Path newest = OutputFolder.newestSnapshotDirectory(input).orElse(null);
        if (newest == null) return null;
        List<Path> parts = parts(input);
        List<Path> older = parts(Input.of(newest.toString()));
        if (parts.isEmpty() || older.isEmpty()) return null;
        Parts.Mark mark = mark(parts.getFirst());
        Parts.Mark other = mark(older.getFirst());
        if (mark == null || other == null) return null;
        boolean isMissing = parts.size() < mark.parts() && older.size() == other.parts();
        return isMissing && mark.recording().equals(other.recording()) ? newest : null;
    }

    private static List<Path> parts(Input input) throws IOException {
        List<Path> parts = new ArrayList<>();
        for (Path file : input.files())
            if (Parts.isNamedAsPart(file) && isSnapshot(file, input.prefix(file))) parts.add(file);
        return parts;
    }

    private static Parts.@Nullable Mark mark(Path part) throws IOException {
        try (ProfileSource source = openFile(part)) {
            return Parts.markOf(source.outline().metadata()).orElse(null);
        }
    }

    private static boolean isSnapshot(Path file, byte[] prefix) {
        return SnapshotFile.isOne(prefix);
    }

    private static ProfileSource openFile(Path file) throws IOException {
        return MappedFile.open(file, SnapshotSource::new);
    }
}
