package treeline.record.parts;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.NamedFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;
import treeline.source.join.Parts;

import java.io.IOException;
import java.nio.file.Path;

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
        if (newest == null)
            return Parts.open(input, SnapshotFormat::isSnapshot, SnapshotFormat::openFile);
        return new NewestSnapshot(open(Input.of(newest.toString())), newest);
    }

    private static boolean isSnapshot(Path file, byte[] prefix) {
        return SnapshotFile.isOne(prefix);
    }

    private static ProfileSource openFile(Path file) throws IOException {
        return MappedFile.open(file, SnapshotSource::new);
    }
}
