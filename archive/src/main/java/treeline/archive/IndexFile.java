package treeline.archive;

import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.source.Slice;
import treeline.source.files.CompleteFolder;
import treeline.source.files.TemporaryFiles;
import treeline.source.files.UnfinishedOutputs;
import treeline.store.db.DatabaseFormat;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.IntConsumer;

/// The index file and its lock-free update, because locks are unreliable on shared file systems.
/// The file is never modified in place: a reader that finds missing runs copies it, updates the
/// copy and renames it over the original. If two readers do so at once, one copy wins, and the next
/// reader adds what it lacks. A lost, damaged or outdated file is rebuilt from the runs. The file
/// of a newer Treeline is left as it is; readers of this version use one of their own.
final class IndexFile {
    static final String NAME = "index.sqlite";

    static final Set<SQLiteErrorCode> CORRUPT =
            EnumSet.of(
                    SQLiteErrorCode.SQLITE_CORRUPT,
                    SQLiteErrorCode.SQLITE_CORRUPT_INDEX,
                    SQLiteErrorCode.SQLITE_NOTADB,
                    SQLiteErrorCode.SQLITE_IOERR_SHORT_READ);

    /// Also where tables are missing, or the file vanished in this moment.
    private static final Set<SQLiteErrorCode> MENDED = EnumSet.copyOf(CORRUPT);

    static {
        MENDED.add(SQLiteErrorCode.SQLITE_ERROR);
        MENDED.add(SQLiteErrorCode.SQLITE_CANTOPEN);
    }

    private final Archive archive;
    private final Path file;

    IndexFile(Archive archive) {
        this.archive = archive;
        this.file = archive.folder().resolve(NAME);
    }

    /// What SQLite finds wrong with the file; empty if nothing is, or if there is no index.
    Optional<String> damage() throws IOException {
        if (!Files.exists(file)) return Optional.empty();
        try (Connection known = reading(file);
                Statement statement = known.createStatement();
                ResultSet found = statement.executeQuery("PRAGMA integrity_check(1)")) {
            String first = found.next() ? found.getString(1) : "no answer";
            return first.equals("ok") ? Optional.empty() : Optional.of(first);
        } catch (SQLException damaged) {
            if (isDamage(damaged)) return Optional.of(String.valueOf(damaged.getMessage()));
            throw new IOException(file + ": " + damaged.getMessage(), damaged);
        }
    }

    void remove() throws IOException {
        Files.deleteIfExists(file);
    }

    ArchiveIndex open(IntConsumer progress) throws IOException {
        try {
            return upToDate(progress);
        } catch (SQLException damaged) {
            if (!isDamage(damaged)) throw named(damaged);
        }
        try {
            return updated(Optional.empty(), archive.names(), isShared(), progress);
        } catch (SQLException failed) {
            throw named(failed);
        }
    }

    private IOException named(Exception failed) {
        return new IOException(file + ": " + failed.getMessage(), failed);
    }

    /// Whether the file is to blame, which can be made again.
    private static boolean isDamage(SQLException failed) {
        return MENDED.contains(code(failed));
    }

    static SQLiteErrorCode code(SQLException failed) {
        return failed instanceof SQLiteException sqlite
                ? sqlite.getResultCode()
                : SQLiteErrorCode.UNKNOWN_ERROR;
    }

    private ArchiveIndex upToDate(IntConsumer progress) throws IOException, SQLException {
        SortedSet<String> there = archive.names();
        if (!Files.exists(file)) return updated(Optional.empty(), there, isShared(), progress);
        Connection known = reading(file);
        boolean usable = false;
        try {
            int version = Schema.version(known);
            if (version > Schema.VERSION) return updated(Optional.empty(), there, false, progress);
            if (version < Schema.VERSION)
                return updated(Optional.empty(), there, isShared(), progress);
            usable = Schema.settled(known).equals(there);
            if (usable) return new ArchiveIndex(archive, known);
        } finally {
            if (!usable) known.close();
        }
        return updated(Optional.of(file), there, isShared(), progress);
    }

    private boolean isShared() {
        return Files.isWritable(archive.folder());
    }

    /// A copy of the index with the runs that are there.
    ///
    /// @param shared whether it is put into the place of the index, or is used by this reader only
    private ArchiveIndex updated(
            Optional<Path> old, Set<String> there, boolean shared, IntConsumer progress)
            throws IOException, SQLException {
        Path copy =
                shared
                        ? TemporaryFiles.in(archive.folder())
                        : Files.createTempFile("treeline-index", ".tmp");
        UnfinishedOutputs.begin(copy);
        try {
            if (shared) create(copy);
            if (old.isPresent()) Files.copy(old.get(), copy, StandardCopyOption.REPLACE_EXISTING);
            update(copy, there, progress);
            if (!shared) return new ArchiveIndex(archive, reading(copy));
            CompleteFolder.forceAll(copy, file); // SQLite may not notice pages that were lost
            Files.move(
                    copy,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            return new ArchiveIndex(archive, reading(file));
        } catch (IOException failed) {
            throw failed instanceof FileSystemException ? failed : named(failed);
        } finally {
            Files.deleteIfExists(copy); // an open file lives on
            UnfinishedOutputs.end(copy);
        }
    }

    /// Creates a file next to the index. Readers also remove what killed writers left: adding a run
    /// must not list the folder.
    private void create(Path copy) throws IOException {
        Files.createFile(copy);
        TemporaryFiles.removeLeftovers(archive.folder(), copy);
        TemporaryFiles.removeLeftovers(archive.runs(), copy);
    }

    private void update(Path copy, Set<String> there, IntConsumer progress)
            throws IOException, SQLException {
        try (Connection writing = writing(copy)) {
            Schema.prepareForWriting(writing);
            writing.setAutoCommit(false);
            Set<String> settled = Schema.settled(writing);
            try (var rows = new IndexRows(writing)) {
                for (String name : Schema.names(writing))
                    if (!there.contains(name) || !settled.contains(name)) rows.remove(name);
                List<String> missing =
                        there.stream().filter(name -> !settled.contains(name)).toList();
                read(missing, rows, progress);
            }
            writing.commit();
        }
    }

    private void read(List<String> missing, IndexRows rows, IntConsumer progress)
            throws SQLException {
        var databases = new Formats(List.of(new DatabaseFormat()), List.of());
        List<String> paths = missing.stream().map(name -> archive.file(name).toString()).toList();
        List<SQLException> failed = new ArrayList<>();
        int[] left = {missing.size()};
        if (left[0] > 0) progress.accept(left[0]);
        new Runs(databases, Optional.of("database"), Slice.summed())
                .read(
                        paths,
                        outcome -> {
                            try {
                                rows.add(missing.get(missing.size() - left[0]), outcome);
                            } catch (SQLException each) {
                                failed.add(each);
                            }
                            left[0]--;
                            progress.accept(left[0]);
                        });
        if (!failed.isEmpty()) throw failed.getFirst();
    }

    /// Without locks, which some shared file systems refuse: nobody else knows the copy.
    private static Connection writing(Path copy) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + copy.toUri() + "?nolock=1");
    }

    /// Reads without locks and without looking for other files: the file is never changed.
    private static Connection reading(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file.toUri() + "?immutable=1&mode=ro");
    }
}
