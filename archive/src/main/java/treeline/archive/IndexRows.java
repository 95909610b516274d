package treeline.archive;

import org.jspecify.annotations.Nullable;

import treeline.compare.Trend;
import treeline.formats.Runs;
import treeline.model.CallTree;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.single.NodePath;
import treeline.source.files.MalformedProfileException;
import treeline.transform.Reduction;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

/// Inserts runs into the tables of the index: their metadata, and the inclusive and exclusive mean
/// over ranks of every node. Nodes with the same path are summed into one row.
final class IndexRows implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement newRun;
    private final PreparedStatement newMetadata;
    private final PreparedStatement newMeasured;
    private final Map<String, Integer> nodes = new HashMap<>();
    private final Map<Metric, Integer> metrics = new HashMap<>();

    IndexRows(Connection connection) throws SQLException {
        this.connection = connection;
        this.newRun =
                connection.prepareStatement(
                        "INSERT INTO runs (name, time, branch, commit_id, error, retry) VALUES"
                                + " (?,?,?,?,?,?)");
        this.newMetadata = connection.prepareStatement("INSERT INTO metadata VALUES (?, ?, ?, ?)");
        this.newMeasured = connection.prepareStatement("INSERT INTO measured VALUES (?,?,?,?,?)");
    }

    void remove(String name) throws SQLException {
        for (String table : new String[] {"metadata", "measured", "runs"})
            try (PreparedStatement delete =
                    connection.prepareStatement(
                            "DELETE FROM %s WHERE run = (SELECT run FROM runs WHERE name = ?)"
                                    .formatted(table))) {
                delete.setString(1, name);
                delete.executeUpdate();
            }
    }

    /// A run that cannot be read is kept with the reason, and all are warned. Nobody reads a
    /// damaged one again; if the file system failed or the file is of a newer version, those who
    /// come later try again.
    void add(String name, Runs.Outcome outcome) throws SQLException {
        switch (outcome) {
            case Runs.Read read -> add(name, read.profile());
            case Runs.Failed failed ->
                    insertRun(
                            name,
                            new RunLabel(Instant.EPOCH, "", ""),
                            text(failed.reason()),
                            mayBeReadLater(failed.reason()));
        }
    }

    private static boolean mayBeReadLater(Exception reason) {
        return reason instanceof IOException
                || (reason instanceof MalformedProfileException malformed && malformed.isNewer());
    }

    /// Exceptions of the file system often say nothing but the path.
    private static String text(Exception reason) {
        String message = Objects.toString(reason.getMessage());
        return switch (reason) {
            case AccessDeniedException denied when denied.getReason() == null ->
                    message + ": permission denied";
            case NoSuchFileException gone when gone.getReason() == null ->
                    message + ": no such file";
            default -> message;
        };
    }

    private void add(String name, Profile profile) throws SQLException {
        RunLabel label = label(profile.metadata());
        int run = insertRun(name, label, null, false);
        for (String key : profile.metadata().keys())
            insertMetadata(run, key, profile.metadata().get(key).orElseThrow());
        newMetadata.executeBatch();
        for (Metric metric : profile.metrics())
            if (isFirstOfItsName(metric, profile)) insertMeasured(run, metric, profile);
        newMeasured.executeBatch();
    }

    /// A label that a file got elsewhere may have names that we would refuse.
    private static RunLabel label(Metadata metadata) {
        try {
            return RunLabel.of(metadata, Instant.EPOCH);
        } catch (IllegalArgumentException strange) {
            return RunLabel.of(metadata.without("branch").without("commit"), Instant.EPOCH);
        }
    }

    /// Both scopes of a metric are one row.
    private static boolean isFirstOfItsName(Metric metric, Profile profile) {
        return profile.metrics().stream()
                .filter(other -> other.name().equals(metric.name()))
                .filter(other -> other.addsUp() == metric.addsUp())
                .findFirst()
                .orElseThrow()
                .equals(metric);
    }

    private int insertRun(String name, RunLabel label, @Nullable String error, boolean retry)
            throws SQLException {
        newRun.setString(1, name);
        newRun.setString(2, label.time().toString());
        newRun.setString(3, label.branch());
        newRun.setString(4, label.commit());
        newRun.setString(5, error);
        newRun.setBoolean(6, retry);
        newRun.executeUpdate();
        return lastId();
    }

    private int lastId() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet id = statement.executeQuery("SELECT last_insert_rowid()")) {
            id.next();
            return id.getInt(1);
        }
    }

    private void insertMetadata(int run, String key, Value value) throws SQLException {
        newMetadata.setInt(1, run);
        newMetadata.setString(2, key);
        newMetadata.setString(3, MetadataKind.of(value));
        switch (value) {
            case Value.Text(String text) -> newMetadata.setString(4, text);
            case Value.Whole(long number) -> newMetadata.setLong(4, number);
            case Value.Real(double number) -> newMetadata.setDouble(4, number);
            case Value.Flag(boolean flag) -> newMetadata.setBoolean(4, flag);
        }
        newMetadata.addBatch();
    }

    private void insertMeasured(int run, Metric metric, Profile profile) throws SQLException {
        Numbers numbers = Numbers.of(profile, metric);
        double[] inclusive = numbers.values(Scope.INCLUSIVE, Reduction.MEAN);
        double[] exclusive = numbers.values(Scope.EXCLUSIVE, Reduction.MEAN);
        CallTree tree = profile.tree();
        int metricId = id(metric);
        IntFunction<String> paths = NodePath.ofEach(tree);
        Map<String, double[]> byPath = new LinkedHashMap<>();
        for (int node = 0; node < tree.size(); node++) {
            if (Double.isNaN(inclusive[node]) && Double.isNaN(exclusive[node])) continue;
            double[] both = {inclusive[node], exclusive[node]};
            byPath.merge(paths.apply(node), both, IndexRows::sum);
        }
        if (metric.addsUp()) {
            double total = total(tree, inclusive);
            byPath.put(Trend.TOTAL, new double[] {total, total});
        }
        for (Map.Entry<String, double[]> each : byPath.entrySet())
            insertMeasured(node(each.getKey()), metricId, run, each.getValue());
    }

    private static double total(CallTree tree, double[] inclusive) {
        return Arrays.stream(tree.children(CallTree.NO_PARENT))
                .mapToDouble(root -> inclusive[root])
                .filter(value -> !Double.isNaN(value))
                .sum();
    }

    private static double[] sum(double[] one, double[] other) {
        return new double[] {sum(one[0], other[0]), sum(one[1], other[1])};
    }

    private static double sum(double one, double other) {
        if (Double.isNaN(one)) return other;
        return Double.isNaN(other) ? one : one + other;
    }

    private void insertMeasured(int node, int metric, int run, double[] both) throws SQLException {
        newMeasured.setInt(1, node);
        newMeasured.setInt(2, metric);
        newMeasured.setInt(3, run);
        newMeasured.setObject(4, Double.isNaN(both[0]) ? null : both[0]);
        newMeasured.setObject(5, Double.isNaN(both[1]) ? null : both[1]);
        newMeasured.addBatch();
    }

    private int node(String path) throws SQLException {
        Integer known = nodes.get(path);
        if (known != null) return known;
        int id = id("nodes", "node", "path", path);
        nodes.put(path, id);
        return id;
    }

    private int id(Metric metric) throws SQLException {
        Metric key = metric.addsUp() ? metric.in(Scope.INCLUSIVE) : metric;
        Integer known = metrics.get(key);
        if (known != null) return known;
        int id =
                id(
                        "metrics",
                        "metric",
                        "name, unit, adds_up",
                        key.name(),
                        key.unit().symbol(),
                        key.addsUp());
        metrics.put(key, id);
        return id;
    }

    /// The number of a row, which is inserted where it is not there.
    private int id(String table, String key, String columns, Object... values) throws SQLException {
        String marks = ", ?".repeat(values.length).substring(2);
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "INSERT OR IGNORE INTO %s (%s) VALUES (%s)"
                                .formatted(table, columns, marks))) {
            set(insert, values);
            insert.executeUpdate();
        }
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT %s FROM %s WHERE (%s) = (%s)"
                                .formatted(key, table, columns, marks))) {
            set(select, values);
            try (ResultSet found = select.executeQuery()) {
                found.next();
                return found.getInt(1);
            }
        }
    }

    private static void set(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
    }

    @Override
    public void close() throws SQLException {
        newRun.close();
        newMetadata.close();
        newMeasured.close();
    }
}
