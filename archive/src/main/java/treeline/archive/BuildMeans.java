package treeline.archive;

import treeline.compare.ChangedNodes;
import treeline.compare.ChangedNodes.Build;
import treeline.compare.Trend;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Unit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The mean of every node in every build, read from the index node by node.
final class BuildMeans {
    private final Connection connection;
    private final Metric metric;
    private final List<Build> builds = new ArrayList<>();
    private final Map<Integer, Integer> buildOfRun = new HashMap<>();
    private final Map<Integer, Double> factorOfMetric = new LinkedHashMap<>();
    private final int runs;
    private final double[] sums;
    private final int[] counts;

    /// @param among the runs of the history, oldest first
    BuildMeans(Connection connection, Metric metric, List<ArchivedRun> among) throws SQLException {
        this.connection = connection;
        this.metric = metric;
        this.runs = among.size();
        Map<String, Integer> buildOf = new HashMap<>();
        Map<String, Integer> buildOfName = new HashMap<>();
        for (ArchivedRun run : among) {
            Integer known = buildOf.putIfAbsent(run.build(), builds.size());
            if (known == null) builds.add(new Build(run.build(), run.time()));
            buildOfName.put(run.name(), known == null ? builds.size() - 1 : known);
        }
        readRuns(buildOfName);
        readMetrics();
        this.sums = new double[builds.size()];
        this.counts = new int[builds.size()];
    }

    private void readRuns(Map<String, Integer> buildOfName) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT run, name FROM runs");
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                Integer build = buildOfName.get(rows.getString(2));
                if (build != null) buildOfRun.put(rows.getInt(1), build);
            }
        }
    }

    /// The metric may have been recorded in several units.
    private void readMetrics() throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT metric, unit FROM metrics WHERE name = ? AND adds_up = ?")) {
            select.setString(1, metric.name());
            select.setBoolean(2, metric.addsUp());
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    Unit unit = Unit.of(rows.getString(2));
                    if (unit.convertsTo(metric.unit()))
                        factorOfMetric.put(rows.getInt(1), unit.factorTo(metric.unit()));
                }
            }
        }
    }

    /// The nodes that changed.
    ///
    /// @param leastShare nodes whose share of the total is smaller in every build are skipped
    ChangedNodes changed(double leastShare) throws SQLException {
        Map<Integer, String> nodes = nodes();
        double[] total = new double[builds.size()];
        Arrays.fill(total, Double.NaN);
        Map<String, double[]> means = new LinkedHashMap<>();
        int small = 0;
        String column = metric.scope() == Scope.EXCLUSIVE ? "exclusive" : "inclusive";
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT run, %s FROM measured WHERE node = ? AND metric = ? AND %s IS NOT NULL"
                                .formatted(column, column))) {
            for (Map.Entry<Integer, String> node : nodes.entrySet()) {
                double[] mean = mean(node.getKey(), select);
                if (node.getValue().equals(Trend.TOTAL)) total = mean;
                boolean isThere = Arrays.stream(mean).anyMatch(value -> !Double.isNaN(value));
                if (!isThere) continue;
                if (isSmall(mean, total, leastShare)) small++;
                else means.put(node.getValue(), mean);
            }
        }
        return ChangedNodes.of(metric, builds, runs, means, small);
    }

    /// The whole run comes first: the others are compared with it.
    private Map<Integer, String> nodes() throws SQLException {
        Map<Integer, String> nodes = new LinkedHashMap<>();
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT node, path FROM nodes ORDER BY path <> ?, path")) {
            select.setString(1, Trend.TOTAL);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) nodes.put(rows.getInt(1), rows.getString(2));
            }
        }
        return nodes;
    }

    private double[] mean(int node, PreparedStatement select) throws SQLException {
        Arrays.fill(sums, 0);
        Arrays.fill(counts, 0);
        for (Map.Entry<Integer, Double> of : factorOfMetric.entrySet()) {
            select.setInt(1, node);
            select.setInt(2, of.getKey());
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) add(rows, of.getValue());
            }
        }
        double[] mean = new double[sums.length];
        Arrays.setAll(mean, build -> counts[build] == 0 ? Double.NaN : sums[build] / counts[build]);
        return mean;
    }

    private void add(ResultSet row, double factor) throws SQLException {
        Integer build = buildOfRun.get(row.getInt(1));
        double value = row.getDouble(2);
        if (build == null || !Double.isFinite(value)) return;
        sums[build] += value * factor;
        counts[build]++;
    }

    /// Without a total, as for readings at a point, no node is small.
    private static boolean isSmall(double[] mean, double[] total, double leastShare) {
        boolean hasTotal = false;
        for (int build = 0; build < mean.length; build++) {
            if (Double.isNaN(total[build])) continue;
            hasTotal = true;
            if (mean[build] >= leastShare * total[build]) return false;
        }
        return hasTotal;
    }
}
