package treeline.ensemble;

import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// How each node scales with the number of processes: Chopper's `speedup_efficiency` (equations 1
/// to 3 of its paper). Runs of one process count are repetitions and count by their mean.
///
/// @param column the metadata that holds the number of processes, such as `mpi.world.size`
/// @param baseline the number of processes to compare with; none means the smallest there is,
///   whatever the order of the runs
/// @param threshold nodes that reach it in no run are left out
public record Scaling(
        Kind kind, Metric metric, String column, OptionalDouble baseline, Threshold threshold) {

    /// What is computed, from the time t at n processes and at the baseline of s processes.
    public enum Kind {
        /// t(s) / t(n): strong scaling, the same problem on more processes.
        SPEEDUP,
        /// s / n * t(s) / t(n): the speedup over the best that can be had.
        STRONG_EFFICIENCY,
        /// t(s) / t(n): weak scaling, a problem that grows with the processes.
        WEAK_EFFICIENCY
    }

    public static Scaling of(Kind kind, Metric metric, String column) {
        return new Scaling(kind, metric, column, OptionalDouble.empty(), Threshold.none());
    }

    public Scaling from(double processes) {
        return new Scaling(kind, metric, column, OptionalDouble.of(processes), threshold);
    }

    public Scaling above(Threshold least) {
        return new Scaling(kind, metric, column, baseline, least);
    }

    /// `node`, `path` and a column for each number of processes, ascending and called by it.
    /// Missing where a node has no value there or at the baseline.
    public Table on(Ensemble ensemble) {
        List<RunGroup> groups =
                ensemble.withMetrics(List.of(metric)).groupBy(column).stream()
                        .filter(group -> group.key().getFirst().isPresent())
                        .toList();
        double[] processes = groups.stream().mapToDouble(group -> processes(group.key())).toArray();
        Ensemble means = RunGroup.aggregated(groups.getFirst().whole(), groups, Statistic.MEAN);
        int base = base(processes);
        int[] nodes = nodes(means);
        List<Column> columns = new ArrayList<>();
        columns.add(Column.whole(PerformanceTable.NODE, nodes.length, row -> nodes[row]));
        columns.add(Column.text(PerformanceTable.PATH, nodes, PerformanceTable.paths(ensemble)));
        for (int group = 0; group < processes.length; group++) {
            int n = group;
            columns.add(
                    Column.real(
                            groups.get(group).label(),
                            nodes.length,
                            row -> value(means, nodes[row], processes, base, n)));
        }
        return Table.of(columns);
    }

    private double processes(List<java.util.Optional<Metadata.Value>> key) {
        Metadata.Value value = key.getFirst().orElseThrow();
        double processes = MetadataTable.number(value);
        if (processes > 0) return processes;
        throw new IllegalArgumentException(
                "'%s' counts no processes: it is %s in some run".formatted(column, value));
    }

    private int base(double[] processes) {
        if (baseline.isEmpty()) return 0;
        for (int group = 0; group < processes.length; group++)
            if (processes[group] == baseline.getAsDouble()) return group;
        throw new IllegalArgumentException(
                "no run has %s = %s, which shall be the baseline"
                        .formatted(column, baseline.getAsDouble()));
    }

    private int[] nodes(Ensemble means) {
        double[] largest = Statistics.values(means, metric, Statistic.MAX);
        double most = 0;
        for (double each : largest) if (each > most) most = each;
        double least = threshold.of(most);
        return java.util.stream.IntStream.range(0, largest.length)
                .filter(node -> largest[node] >= least)
                .toArray();
    }

    private double value(Ensemble means, int node, double[] processes, int base, int n) {
        double ratio = means.at(metric, base, node) / means.at(metric, n, node);
        return switch (kind) {
            case SPEEDUP, WEAK_EFFICIENCY -> ratio;
            case STRONG_EFFICIENCY -> ratio * processes[base] / processes[n];
        };
    }
}
