package treeline.model;

import java.util.List;
import java.util.stream.Collectors;

/// The metrics of a profile with their values, stored sparsely: a node that a context did not run
/// needs no space. See [SparseRows] for the bytes per value.
public final class MetricTable {
    private final List<Metric> metrics;
    private final List<MetricColumn> columns;

    public MetricTable(List<Metric> metrics, List<MetricColumn> columns) {
        if (metrics.size() != columns.size())
            throw new IllegalArgumentException(
                    "%d metrics but %d columns".formatted(metrics.size(), columns.size()));
        this.metrics = List.copyOf(metrics);
        this.columns = List.copyOf(columns);
    }

    public List<Metric> metrics() {
        return metrics;
    }

    public MetricColumn column(int metric) {
        return columns.get(metric);
    }

    /// The values of a stored metric.
    public MetricColumn column(Metric metric) {
        int index = metrics.indexOf(metric);
        if (index < 0)
            throw new IllegalArgumentException(
                    "metric '%s' is not stored; available: %s"
                            .formatted(
                                    metric,
                                    metrics.stream()
                                            .map(Metric::toString)
                                            .collect(Collectors.joining(", "))));
        return columns.get(index);
    }

    /// Number of values over all metrics; a cell with a series counts its iterations.
    public long values() {
        long values = 0;
        for (MetricColumn column : columns)
            values +=
                    column.hasSeries() ? column.iterations() + plainCells(column) : column.cells();
        return values;
    }

    /// Number of cells over all metrics; a series is one cell.
    public long cells() {
        return columns.stream().mapToLong(MetricColumn::cells).sum();
    }

    /// Whether some cell has more than its iterations: calls that were not recorded by iteration.
    public boolean hasMoreThanIterations() {
        return columns.stream().anyMatch(MetricTable::hasMoreThanIterations);
    }

    private static boolean hasMoreThanIterations(MetricColumn column) {
        SparseRows rows = column.hasSeries() ? column.byNode() : null;
        for (int cell = 0; rows != null && cell < rows.cells(); cell++)
            if (rows.seriesLength(cell) > 0 && rows.value(cell) != rows.iterationSum(cell))
                return true;
        return false;
    }

    private static long plainCells(MetricColumn column) {
        SparseRows rows = column.byContext();
        long plain = 0;
        for (int cell = 0; cell < rows.cells(); cell++) if (rows.seriesLength(cell) == 0) plain++;
        return plain;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MetricTable that
                && metrics.equals(that.metrics)
                && columns.equals(that.columns);
    }

    @Override
    public int hashCode() {
        return metrics.hashCode();
    }
}
