package treeline.store.db;

import treeline.source.Input;
import treeline.source.MappedFile;
import treeline.source.Match;
import treeline.source.Parts;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/// Treeline's own database files, alone or as the sub-files of one recording.
public final class DatabaseFormat implements ProfileFormat {

    @Override
    public String name() {
        return "database";
    }

    @Override
    public String description() {
        return "Treeline's indexed binary database";
    }

    @Override
    public Match sniff(Input input) throws IOException {
        return Parts.sniff(input, DatabaseFormat::isDatabase);
    }

    @Override
    public boolean isProfileFolder(Input folder) throws IOException {
        return Parts.isRecording(folder, DatabaseFormat::isDatabase);
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        return Parts.open(input, DatabaseFormat::isDatabase, DatabaseFormat::openFile);
    }

    private static boolean isDatabase(Path file, byte[] prefix) {
        return prefix.length >= Layout.MAGIC.length
                && Arrays.equals(
                        prefix, 0, Layout.MAGIC.length, Layout.MAGIC, 0, Layout.MAGIC.length);
    }

    /// One file on its own, for callers that want to know what a slice costs.
    public static DatabaseSource openFile(Path file) throws IOException {
        return MappedFile.open(file, DatabaseSource::new);
    }
}
