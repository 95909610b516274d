package treeline.record.parts;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;
import treeline.source.join.Parts;

import java.io.IOException;
import java.nio.file.Path;

/// Snapshots of a running program, which the recorder writes in a form of their own because that
/// costs the program least. Found by [java.util.ServiceLoader], so that whoever has the recorder
/// can read what it left.
public final class SnapshotFormat implements ProfileFormat {

    @Override
    public String name() {
        return "snapshot";
    }

    @Override
    public String description() {
        return "Treeline's snapshots of running programs";
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
