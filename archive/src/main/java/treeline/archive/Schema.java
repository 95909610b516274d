package treeline.archive;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;

/// The tables of the index. docs/how-to/keep-a-history.md describes them to those who ask in SQL.
final class Schema {
    /// Grows with every change. An index of an older version is rebuilt; one of a newer version is
    /// left alone. Treeline 0.2.0 also replaces newer ones, so version 3 needs another file name.
    static final int VERSION = 2;

    private static final String[] TABLES = {
        """
        CREATE TABLE IF NOT EXISTS runs (
          run INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, time TEXT NOT NULL,
          branch TEXT NOT NULL, commit_id TEXT NOT NULL, error TEXT, retry INTEGER NOT NULL)\
        """,
        """
        CREATE TABLE IF NOT EXISTS metadata (
          run INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, value,
          PRIMARY KEY (run, name)) WITHOUT ROWID\
        """,
        "CREATE TABLE IF NOT EXISTS nodes (node INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE)",
        """
        CREATE TABLE IF NOT EXISTS metrics (
          metric INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL,
          adds_up INTEGER NOT NULL, UNIQUE (name, unit, adds_up))\
        """,
        """
        CREATE TABLE IF NOT EXISTS measured (
          node INTEGER NOT NULL, metric INTEGER NOT NULL, run INTEGER NOT NULL,
          inclusive REAL, exclusive REAL, PRIMARY KEY (node, metric, run)) WITHOUT ROWID\
        """,
        """
        CREATE VIEW IF NOT EXISTS history AS
          SELECT runs.name AS run, time, branch, commit_id, path, metrics.name AS metric, unit,
            inclusive, exclusive
          FROM measured JOIN nodes USING (node) JOIN metrics USING (metric)
            JOIN runs ON runs.run = measured.run\
        """
    };

    private Schema() {}

    static int version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet version = statement.executeQuery("PRAGMA user_version")) {
            return version.next() ? version.getInt(1) : 0;
        }
    }

    /// The copy that is written belongs to one writer and counts only when it is complete, so it
    /// needs neither a journal nor to be on the disk.
    static void prepareForWriting(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String pragma :
                    new String[] {"journal_mode = OFF", "synchronous = OFF", "cache_size = -65536"})
                statement.execute("PRAGMA " + pragma);
            for (String table : TABLES) statement.execute(table);
            statement.execute("PRAGMA user_version = " + VERSION);
        }
    }

    /// The runs that need not be read again: those that were, and those that are damaged.
    static Set<String> settled(Connection connection) throws SQLException {
        return names(connection, "SELECT name FROM runs WHERE retry = 0");
    }

    static Set<String> names(Connection connection) throws SQLException {
        return names(connection, "SELECT name FROM runs");
    }

    private static Set<String> names(Connection connection, String select) throws SQLException {
        Set<String> names = new TreeSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(select)) {
            while (rows.next()) names.add(rows.getString(1));
        }
        return names;
    }
}
