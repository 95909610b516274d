package treeline.store.db;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.NamedFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;
import treeline.source.files.StoredBytes;
import treeline.source.join.Parts;
import treeline.store.trace.TracedRecording;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.Arrays;

/// Treeline's database files, single or as sub-files of one recording.
public final class DatabaseFormat extends NamedFormat {

    public DatabaseFormat() {
        super("database", "Treeline's indexed binary database");
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
        return TracedRecording.of(
                Parts.open(input, DatabaseFormat::isDatabase, DatabaseFormat::openFile),
                input.files());
    }

    private static boolean isDatabase(Path file, byte[] prefix) {
        return prefix.length >= DatabaseLayout.MAGIC.length
                && Arrays.equals(
                        prefix,
                        0,
                        DatabaseLayout.MAGIC.length,
                        DatabaseLayout.MAGIC,
                        0,
                        DatabaseLayout.MAGIC.length);
    }

    /// A database in memory, such as one that came over a network or was compressed; a buffer is
    /// given as `MemorySegment.ofBuffer`. The bytes stay the caller's: they must not change before
    /// the source is closed. A gzip is expanded in files only, not here.
    ///
    /// @param name what errors and reports call it
    /// @throws treeline.source.files.MalformedProfileException if it is none
    public static DatabaseSource open(String name, MemorySegment bytes) {
        return new DatabaseSource(StoredBytes.of(name, bytes));
    }

    /// A database in an array, as [DatabaseExporter#bytes] makes them.
    ///
    /// @see #open(String, MemorySegment)
    public static DatabaseSource open(String name, byte[] bytes) {
        return open(name, MemorySegment.ofArray(bytes));
    }

    /// A database behind a channel, such as an entry of an archive or a remote file. Of it only the
    /// outline, the indexes and what slices ask for are read. The channel belongs to the source: it
    /// is closed with it, and at once if it holds no database.
    ///
    /// @param name what errors and reports call it
    /// @throws treeline.source.files.MalformedProfileException if it is none
    public static DatabaseSource open(String name, SeekableByteChannel channel) throws IOException {
        try {
            return new DatabaseSource(StoredBytes.of(name, channel));
        } catch (UncheckedIOException failed) {
            channel.close();
            throw failed.getCause();
        } catch (IOException | RuntimeException failed) {
            channel.close();
            throw failed;
        }
    }

    /// One file on its own, for callers that want to know what a slice costs.
    public static DatabaseSource openFile(Path file) throws IOException {
        return MappedFile.open(file, DatabaseSource::new);
    }
}
