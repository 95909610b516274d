package treeline.formats.reading;

import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A database of another tool, opened read-only. SQLite takes no locks and creates no files, so
/// that databases in read-only folders can be read. Damage is reported with its location.
public final class SqliteFile implements AutoCloseable {
    /// What SQLite calls the number of a row.
    public static final String ROW = "rowid";

    /// What reports say of [#unsettled()].
    public static final String UNSETTLED =
            "changes in the write-ahead log are not read; close the program that writes the"
                    + " database";

    // Primary result codes (sqlite.org/rescode.html) that are no fault of the file's content.
    private static final Set<Integer> NOT_THE_CONTENT = Set.of(3, 7, 10, 13, 14, 23);

    private final String name;
    private final Connection connection;
    private final long bytes;
    private final Optional<Path> unsettled;
    private final Set<String> tables = new HashSet<>();

    private SqliteFile(Path file, String name, Connection connection) throws IOException {
        this.name = name;
        this.connection = connection;
        this.bytes = Files.size(file);
        this.unsettled = unsettledBeside(file);
    }

    private static Optional<Path> unsettledBeside(Path file) throws IOException {
        for (String ending : List.of("-wal", "-journal")) {
            Path beside = Path.of(file + ending);
            if (Files.exists(beside) && Files.size(beside) > 0) return Optional.of(beside);
        }
        return Optional.empty();
    }

    /// Receives a row of a result.
    @FunctionalInterface
    public interface RowReader {
        /// Reads the row that the answer is at.
        void read(ResultSet row) throws SQLException;
    }

    /// Opens a database; a gzip is expanded to a temporary file first.
    ///
    /// @throws MalformedProfileException if it is none, or damaged
    public static SqliteFile open(Path file) throws IOException {
        byte[] start;
        try (InputStream in = Files.newInputStream(file)) {
            start = in.readNBytes(2);
        }
        if (start.length < 2 || (start[0] & 0xff) != 0x1f || (start[1] & 0xff) != 0x8b)
            return opened(file, file.toString());
        Path expanded = Files.createTempFile("treeline-", ".sqlite");
        try {
            try (MappedFile mapped = MappedFile.open(file)) {
                mapped.copyTo(expanded);
            }
            return opened(expanded, file.toString());
        } finally {
            Files.delete(expanded); // an open file lives on
        }
    }

    /// A question about the tables of a database.
    @FunctionalInterface
    public interface Condition {
        boolean holds(SqliteFile database) throws IOException;
    }

    /// Whether a file is an undamaged database with certain tables.
    public static boolean matches(Path file, Condition tables) throws IOException {
        try (SqliteFile database = open(file)) {
            return tables.holds(database);
        } catch (MalformedProfileException damaged) {
            return false;
        }
    }

    private static SqliteFile opened(Path file, String name) throws IOException {
        SqliteHeader.requireWhole(file, name);
        try {
            Connection connection =
                    DriverManager.getConnection(
                            "jdbc:sqlite:" + file.toUri() + "?immutable=1&mode=ro");
            var opened = new SqliteFile(file, name, connection);
            try {
                opened.prepare();
                return opened;
            } catch (IOException | RuntimeException failed) {
                opened.close();
                throw failed;
            }
        } catch (SQLException failed) {
            throw problem(name, failed);
        }
    }

    /// Schemas of others may call functions; views and virtual tables are not looked at.
    private void prepare() throws IOException {
        try (Statement settings = connection.createStatement()) {
            settings.execute("PRAGMA trusted_schema = OFF");
            settings.execute("PRAGMA cell_size_check = ON");
        } catch (SQLException failed) {
            throw problem(name, failed);
        }
        each(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0",
                row -> tables.add(String.valueOf(row.getString(1))));
    }

    /// For messages.
    public String name() {
        return name;
    }

    /// What it holds, without views and virtual tables.
    public Set<String> tables() {
        return Set.copyOf(tables);
    }

    /// The file beside the database with changes that are not in it yet, or not taken back: a
    /// program has it open, or did not end well. They are not read.
    public Optional<Path> unsettled() {
        return unsettled;
    }

    /// Whether there is a table of this name.
    public boolean has(String table) {
        return tables.contains(table);
    }

    /// The names of a table's columns, none where there is no such table.
    public Set<String> columns(String table) throws IOException {
        Set<String> columns = new HashSet<>();
        if (has(table))
            each(
                    "PRAGMA table_info(%s)".formatted(quoted(table)),
                    row -> columns.add(String.valueOf(row.getString("name"))));
        return columns;
    }

    /// Hands some columns of all rows of a table over, in the order in which it is stored. Columns
    /// that the table lacks are NULL.
    public void each(String table, List<String> columns, RowReader reader) throws IOException {
        each(table, columns, "1", reader);
    }

    /// The same for the rows that a condition holds of.
    public void each(String table, List<String> columns, String condition, RowReader reader)
            throws IOException {
        Set<String> there = columns(table);
        String list =
                columns.stream()
                        .map(column -> isThere(column, there) ? quoted(column) : "NULL")
                        .collect(Collectors.joining(", "));
        each("SELECT %s FROM %s WHERE %s".formatted(list, quoted(table), condition), reader);
    }

    private static boolean isThere(String column, Set<String> there) {
        return there.contains(column) || column.equals(ROW);
    }

    /// Hands all rows of an answer over.
    public void each(String sql, RowReader reader) throws IOException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            for (long row = 0; rows.next(); row++) {
                if (row > bytes)
                    throw MalformedProfileException.of(
                            name, "at most a row per byte", "more: pages are used twice");
                reader.read(rows);
            }
        } catch (SQLException failed) {
            throw problem(name, failed);
        }
    }

    /// A name as SQL takes it.
    public static String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    private static IOException problem(String name, SQLException failed) {
        boolean isShortRead = failed.getErrorCode() == 522;
        if (NOT_THE_CONTENT.contains(failed.getErrorCode() & 0xff) && !isShortRead)
            return new IOException(name + ": " + failed.getMessage(), failed);
        throw MalformedProfileException.of(
                name, "an SQLite database that can be read", reason(failed));
    }

    /// The driver gives a code, a sentence and in parentheses SQLite's own words.
    private static String reason(SQLException failed) {
        String message = String.valueOf(failed.getMessage());
        int own = message.indexOf('(');
        boolean isUsual = message.startsWith("[") && message.endsWith(")") && own > 0;
        return isUsual ? message.substring(own + 1, message.length() - 1) : message;
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException failed) {
            throw new IOException(name + ": " + failed.getMessage(), failed);
        }
    }
}
