package treeline.archive;

import org.sqlite.SQLiteErrorCode;

import treeline.compare.ChangedNodes;
import treeline.compare.Trend;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Unit;
import treeline.table.Table;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The index of an archive: metadata and node values of all runs, without opening them. Not
/// thread-safe.
public final class ArchiveIndex implements AutoCloseable {
    private static final int MAX_NAMED = 5;

    private final Archive archive;
    private final Connection connection;

    ArchiveIndex(Archive archive, Connection connection) {
        this.archive = archive;
        this.connection = connection;
    }

    /// Runs that are in the folder, but could not be read: why, by their names.
    public Map<String, String> unreadable() throws IOException {
        Map<String, String> reasons = new TreeMap<>();
        ask(
                "SELECT name, error FROM runs WHERE error IS NOT NULL",
                row -> reasons.put(row.getString(1), row.getString(2)));
        return reasons;
    }

    /// All runs that can be read, oldest first.
    public List<ArchivedRun> runs() throws IOException {
        Map<Integer, Map<String, Value>> metadata = new HashMap<>();
        ask(
                "SELECT run, name, kind, value FROM metadata",
                row ->
                        metadata.computeIfAbsent(row.getInt(1), _ -> new LinkedHashMap<>())
                                .put(
                                        row.getString(2),
                                        MetadataKind.read(row.getString(3), row, 4)));
        List<ArchivedRun> runs = new ArrayList<>();
        ask(
                "SELECT run, name, time, branch, commit_id FROM runs WHERE error IS NULL",
                row ->
                        runs.add(
                                new ArchivedRun(
                                        row.getString(2),
                                        Instant.parse(row.getString(3)),
                                        row.getString(4),
                                        row.getString(5),
                                        Metadata.of(
                                                metadata.getOrDefault(row.getInt(1), Map.of())))));
        runs.sort(ArchivedRun.BY_TIME);
        return runs;
    }

    /// The metrics that any run has, in the scope that holds what is below a node.
    public List<Metric> metrics() throws IOException {
        List<Metric> metrics = new ArrayList<>();
        ask(
                "SELECT name, unit, adds_up FROM metrics ORDER BY metric",
                row ->
                        metrics.add(
                                new Metric(
                                        row.getString(1),
                                        Unit.of(row.getString(2)),
                                        row.getBoolean(3) ? Scope.INCLUSIVE : Scope.POINT)));
        return metrics;
    }

    /// The call path that a user means: one that is there, or the only one that ends so.
    ///
    /// @throws IllegalArgumentException where there is none, or more than one
    public String path(String named) throws IOException {
        List<String> found = new ArrayList<>();
        ask(
                "SELECT path FROM nodes WHERE path = ? OR substr(path, -?) = ? ORDER BY path",
                row -> found.add(row.getString(1)),
                named,
                named.codePointCount(0, named.length()) + 1,
                "/" + named);
        if (found.contains(named)) return named;
        if (found.size() == 1) return found.getFirst();
        if (found.isEmpty())
            throw new IllegalArgumentException(
                    "no run of %s has the node '%s'".formatted(archive.folder(), named));
        throw new IllegalArgumentException(
                "'%s' is ambiguous: %s%s; give the complete path"
                        .formatted(
                                named,
                                found.stream().limit(MAX_NAMED).collect(Collectors.joining(", ")),
                                found.size() > MAX_NAMED
                                        ? " or one of %d more".formatted(found.size() - MAX_NAMED)
                                        : ""));
    }

    /// The history of a node in some runs. Values in other units are converted; runs that lack the
    /// node are not points.
    ///
    /// @param path as [#path] gives it
    /// @param metric in the scope that is asked for
    public Trend trend(String path, Metric metric, List<ArchivedRun> among) throws IOException {
        Map<String, Double> values = new HashMap<>();
        String column = metric.scope() == Scope.EXCLUSIVE ? "exclusive" : "inclusive";
        ask(
                """
                SELECT runs.name, unit, %s FROM measured JOIN nodes USING (node)
                  JOIN metrics USING (metric) JOIN runs ON runs.run = measured.run
                WHERE path = ? AND metrics.name = ? AND adds_up = ? AND %s IS NOT NULL\
                """
                        .formatted(column, column),
                row -> {
                    Unit unit = Unit.of(row.getString(2));
                    if (unit.convertsTo(metric.unit()))
                        values.put(
                                row.getString(1), row.getDouble(3) * unit.factorTo(metric.unit()));
                },
                path,
                metric.name(),
                metric.addsUp());
        List<Trend.Point> points = new ArrayList<>();
        for (ArchivedRun run : among) {
            Double value = values.get(run.name());
            if (value != null && Double.isFinite(value))
                points.add(
                        new Trend.Point(run.name(), run.time(), run.branch(), run.commit(), value));
        }
        return Trend.of(path, metric, points);
    }

    /// The nodes that changed in a history, and when.
    ///
    /// @param metric in the scope that is asked for
    /// @param among the runs of the history, oldest first
    /// @param leastShare nodes whose share of the total is smaller in every build are skipped
    public ChangedNodes changedNodes(Metric metric, List<ArchivedRun> among, double leastShare)
            throws IOException {
        try {
            return new BuildMeans(connection, metric, among).changed(leastShare);
        } catch (SQLException wrong) {
            throw failure(wrong, "");
        }
    }

    /// What a SELECT finds. The index is opened for reading only, so nothing else has an effect.
    ///
    /// @throws IllegalArgumentException where it is no single query, with SQLite's reason
    public Table sql(String select) throws IOException {
        return sql(select, QueryLimits.NONE).rows();
    }

    /// What a SELECT finds within limits.
    ///
    /// @throws IllegalArgumentException where it is no single query, with SQLite's reason
    /// @throws QueryTimeoutException if it takes longer than its time limit
    public QueryResult sql(String select, QueryLimits limits) throws IOException {
        if (isSeveral(select))
            throw new IllegalArgumentException("SQL: expected one query, found several");
        try (var _ = Deadline.start(connection, limits.time());
                PreparedStatement statement = connection.prepareStatement(select)) {
            if (!hasColumns(statement)) throw writes(select);
            try (ResultSet rows = statement.executeQuery()) {
                return SqlTable.of(rows, limits.rows());
            }
        } catch (SQLException wrong) {
            SQLiteErrorCode code = IndexFile.code(wrong);
            if (code == SQLiteErrorCode.SQLITE_READONLY) throw writes(select);
            if (code == SQLiteErrorCode.SQLITE_INTERRUPT)
                throw new QueryTimeoutException(limits.time(), wrong);
            throw failure(wrong, "SQL: ");
        }
    }

    /// The driver refuses to count columns where there are none.
    private static boolean hasColumns(PreparedStatement statement) {
        try {
            return statement.getMetaData().getColumnCount() > 0;
        } catch (SQLException _) {
            return false;
        }
    }

    private static IllegalArgumentException writes(String statement) {
        return new IllegalArgumentException(
                "SQL: only queries are allowed: expected SELECT, found %s; use 'treeline archive add' to add runs"
                        .formatted(statement.strip().split("\\s+", 2)[0]));
    }

    /// SQLite would run the first and say nothing of the others.
    private static boolean isSeveral(String sql) {
        String plain = sql.replaceAll("'[^']*'|\"[^\"]*\"|`[^`]*`|--[^\\n]*|(?s)/\\*.*?\\*/", "");
        return plain.matches("(?s).*;\\s*[^\\s;].*");
    }

    /// Receives a row.
    @FunctionalInterface
    private interface EachRow {
        void accept(ResultSet row) throws SQLException;
    }

    private void ask(String select, EachRow each, Object... values) throws IOException {
        try (PreparedStatement statement = connection.prepareStatement(select)) {
            for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) each.accept(rows);
            }
        } catch (SQLException wrong) {
            throw failure(wrong, "");
        }
    }

    private IOException failure(SQLException wrong, String what) {
        if (IndexFile.CORRUPT.contains(IndexFile.code(wrong)))
            return new DamagedIndexException(archive.folder().resolve(IndexFile.NAME), wrong);
        if (!what.isEmpty()) throw new IllegalArgumentException(what + reason(wrong), wrong);
        return new IOException(
                archive.folder().resolve(IndexFile.NAME) + ": " + wrong.getMessage(), wrong);
    }

    /// What SQLite says, without what its driver puts around it.
    private static String reason(SQLException wrong) {
        return String.valueOf(wrong.getMessage())
                .replaceFirst("(?s)^\\[SQLITE_\\w+].*?\\((.*)\\)$", "$1");
    }

    /// Names of everything that is known of any of the runs.
    public static Set<String> metadataColumns(List<ArchivedRun> runs) {
        Set<String> names = new LinkedHashSet<>();
        for (ArchivedRun run : runs) names.addAll(run.metadata().keys());
        return names;
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException failed) {
            throw failure(failed, "");
        }
    }
}
