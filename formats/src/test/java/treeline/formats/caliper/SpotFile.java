package treeline.formats.caliper;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/// Writes databases as Spot does.
final class SpotFile {
    static final String RECORDS =
            """
            [{"path": "main", "avg#inclusive#sum#time.duration": "3.5", "spot.channel": "regionprofile"},
             {"path": "main/solve", "avg#inclusive#sum#time.duration": %s, "spot.channel": "regionprofile"},
             {"avg#inclusive#sum#time.duration": 0.5, "spot.channel": "regionprofile"}]
            """;

    private SpotFile() {}

    /// Spot's own tables, with a run for each time of `solve`.
    static Path tables(Path file, double... seconds) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            run(
                    connection,
                    "CREATE TABLE AttributeKeys (attr_id INTEGER NOT NULL PRIMARY KEY, name TEXT"
                            + " NOT NULL UNIQUE, datatype TEXT, kind TEXT, alias TEXT, unit TEXT,"
                            + " metadata JSON)");
            run(
                    connection,
                    "CREATE TABLE Runs (run INTEGER NOT NULL PRIMARY KEY, launchdate INTEGER,"
                        + " spot_options TEXT, spot_channels TEXT, globals JSON, records JSON)");
            insert(
                    connection,
                    "INSERT INTO AttributeKeys (name, datatype, kind, alias, unit) VALUES (?, ?, ?,"
                            + " ?, ?)",
                    "avg#inclusive#sum#time.duration",
                    "double",
                    "metric",
                    "Avg time/rank",
                    "sec");
            for (int run = 0; run < seconds.length; run++)
                insert(
                        connection,
                        "INSERT INTO Runs (launchdate, globals, records) VALUES (?, ?, ?)",
                        1_600_000_000 + run,
                        "{\"launchdate\": \"%d\", \"cluster\": \"quartz\", \"jobsize\": \"8\"}"
                                .formatted(1_600_000_000 + run),
                        RECORDS.formatted(seconds[run]));
        }
        return file;
    }

    /// Records of Sina, with a run for each time of `solve`.
    static Path sina(Path file, double... seconds) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            sina(connection);
            for (int run = 0; run < seconds.length; run++)
                record(
                        connection,
                        "run-" + (char) ('a' + run),
                        "run",
                        """
                        {"id": "run-x", "type": "run", "files": {"/data/%d.cali": {"tags": ["caliper"]}},
                         "data": {"launchdate": {"value": %d}, "cluster": {"value": "quartz", "tags": []},
                                  "figure_of_merit": {"value": 2.5}, "list": {"value": [1, 2]}},
                         "user_defined": {"regionprofile": %s}}
                        """
                                .formatted(
                                        run, 1_600_000_000 + run, RECORDS.formatted(seconds[run])));
        }
        return file;
    }

    /// The table of Sina with an attribute of Caliper.
    static void sina(Connection connection) throws SQLException {
        run(
                connection,
                "CREATE TABLE \"Record\" (id VARCHAR(255) NOT NULL, type VARCHAR(255) NOT NULL, raw"
                        + " TEXT, PRIMARY KEY (id))");
        record(
                connection,
                "avg#inclusive#sum#time.duration",
                "caliper_metric_attribute",
                """
                {"id": "avg#inclusive#sum#time.duration", "type": "caliper_metric_attribute",
                 "data": {"type": {"value": "double"}, "attribute.alias": {"value": "Avg time/rank"},
                          "attribute.unit": {"value": "sec"}}}
                """);
    }

    static void record(Connection connection, String id, String type, String raw)
            throws SQLException {
        insert(connection, "INSERT INTO Record VALUES (?, ?, ?)", id, type, raw);
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void insert(Connection connection, String sql, Object... values)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
            statement.executeUpdate();
        }
    }
}
