package treeline.record;

import treeline.record.parts.RecordingPart;
import treeline.record.parts.SnapshotFile;
import treeline.record.parts.SnapshotFormat;
import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.testkit.Corpus;
import treeline.testkit.KeptFiles;
import treeline.testkit.ProfileText;

import java.io.IOException;
import java.nio.file.Path;

/// The `native-*` folders were written by the native recorder, in an MPI program of four ranks.
class SnapshotKeptFilesTest extends KeptFiles {
    @Override
    protected String formatName() {
        return "snapshot";
    }

    @Override
    protected int currentVersion() {
        return SnapshotFile.VERSION;
    }

    @Override
    protected ProfileFormat reader() {
        return new SnapshotFormat();
    }

    @Override
    protected void write(Corpus.Addition addition) throws IOException {
        add(addition, "java-metrics.tlsnap", SnapshotFormatTest.part(3, true));
        add(addition, "java-plain.tlsnap", SnapshotFormatTest.part(2, false));
        add(addition, "java-restarted.tlsnap", SnapshotReads.restarted());
        add(addition, "java-sums.tlsnap", SnapshotFormatTest.sums());
    }

    /// As the file is read today: the part itself has the marks of sub-files.
    private void add(Corpus.Addition addition, String name, RecordingPart part) throws IOException {
        Path written = SnapshotFormatTest.written(part, folder.resolve(name));
        try (ProfileSource source = reader().open(Input.of(written))) {
            addition.add(
                    name,
                    ProfileText.of(source.load(Slice.everything())),
                    to -> SnapshotFormatTest.written(part, to));
        }
    }
}
