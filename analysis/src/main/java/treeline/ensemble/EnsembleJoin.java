package treeline.ensemble;

import treeline.ensemble.metadata.MetadataValues;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Joins ensembles by column: CPU and GPU, two compilers, two tools. Matching runs become one; each
/// metric and metadata key is prefixed with the name of its ensemble, such as `CPU.time` and
/// `GPU.time`. Formulas can then combine them.
///
/// ```
/// Ensemble both = new EnsembleJoin().add("CPU", cpu).add("GPU", gpu).by("problem_size")
///         .with("speedup", "CPU.time / GPU.time");
/// ```
public final class EnsembleJoin {
    private final Map<String, Ensemble> groups = new LinkedHashMap<>();

    /// One side; its metrics are called `HEADER.METRIC` in the result.
    public EnsembleJoin add(String header, Ensemble ensemble) {
        if (header.isBlank()) throw new IllegalArgumentException("the header is blank");
        if (groups.putIfAbsent(header, ensemble) != null)
            throw new IllegalArgumentException("duplicate ensemble header '%s'".formatted(header));
        return this;
    }

    /// Only the nodes that every run of every group has; joined runs have the nodes of any group.
    public EnsembleJoin intersection() {
        requireGroups();
        List<Ensemble> unified = RunSubset.unified(List.copyOf(groups.values()));
        var all = new BitSet();
        all.set(0, unified.getFirst().tree().size());
        for (Ensemble each : unified) each.nodesOfRuns().forEach(all::and);
        var common = new EnsembleJoin();
        int group = 0;
        for (String header : groups.keySet())
            common.add(header, unified.get(group++).keeping(all::get));
        return common;
    }

    /// Runs belong together that have the same value of a piece of metadata. A group may lack some
    /// of the values: its columns are missing there.
    public Ensemble by(String metadata) {
        var rows = new TreeMap<Value, int[]>(MetadataValues::compare);
        int group = 0;
        for (Map.Entry<String, Ensemble> each : groups.entrySet()) {
            each.getValue().requireMetadata(metadata);
            for (int run = 0; run < each.getValue().runs(); run++)
                place(rows, group, run, each.getKey(), each.getValue().metadata(run), metadata);
            group++;
        }
        List<String> keys = rows.keySet().stream().map(Value::toString).toList();
        List<Metadata> shared =
                rows.keySet().stream().map(value -> Metadata.NONE.with(metadata, value)).toList();
        return joined(keys, shared, List.copyOf(rows.values()));
    }

    private void place(
            Map<Value, int[]> rows,
            int group,
            int run,
            String header,
            Metadata metadata,
            String column) {
        Optional<Value> value = metadata.get(column);
        if (value.isEmpty()) return;
        int[] members = rows.computeIfAbsent(MetadataValues.same(value.get()), _ -> none());
        if (members[group] >= 0)
            throw new IllegalArgumentException(
                    "several runs of '%s' have %s = %s; aggregate these runs first"
                            .formatted(header, column, value.get()));
        members[group] = run;
    }

    /// The first runs of all groups belong together, the second ones, and so on.
    public Ensemble inOrder() {
        requireGroups();
        int runs = groups.values().iterator().next().runs();
        groups.forEach(
                (header, ensemble) -> {
                    if (ensemble.runs() != runs)
                        throw new IllegalArgumentException(
                                "'%s' has %d runs, but '%s' has %d; join them by metadata"
                                        .formatted(
                                                header,
                                                ensemble.runs(),
                                                groups.keySet().iterator().next(),
                                                runs));
                });
        return inOrder(runs);
    }

    /// Groups of any sizes, of which nobody says which runs belong together: for means, deviations
    /// and distances of groups, but not for what pairs runs. The shorter groups have no values at
    /// the end.
    public Ensemble unpaired() {
        requireGroups();
        return inOrder(groups.values().stream().mapToInt(Ensemble::runs).max().orElseThrow());
    }

    private Ensemble inOrder(int runs) {
        List<String> keys = new ArrayList<>();
        List<int[]> rows = new ArrayList<>();
        for (int row = 0; row < runs; row++) {
            int run = row;
            rows.add(
                    groups.values().stream()
                            .mapToInt(group -> run < group.runs() ? run : -1)
                            .toArray());
            keys.add(Integer.toString(row));
        }
        return joined(keys, keys.stream().map(_ -> Metadata.NONE).toList(), rows);
    }

    private int[] none() {
        int[] members = new int[groups.size()];
        java.util.Arrays.fill(members, -1);
        return members;
    }

    private void requireGroups() {
        if (groups.isEmpty()) throw new IllegalArgumentException("there are no ensembles");
    }

    /// @param rows the run of each group that is in a row, -1 where the group has none
    private Ensemble joined(List<String> keys, List<Metadata> shared, List<int[]> rows) {
        requireGroups();
        List<String> headers = List.copyOf(groups.keySet());
        List<Ensemble> unified = RunSubset.unified(List.copyOf(groups.values()));
        List<Metric> metrics = new ArrayList<>();
        List<MetricColumn> columns = new ArrayList<>();
        for (int group = 0; group < unified.size(); group++)
            for (Metric metric : unified.get(group).metrics()) {
                metrics.add(
                        new Metric(
                                headers.get(group) + "." + metric.name(),
                                metric.unit(),
                                metric.scope()));
                columns.add(column(unified.get(group).column(metric), rows, group));
            }
        var outline =
                new Outline(
                        unified.getFirst().tree(),
                        RunSubset.labels(unified),
                        EnsembleBuilder.contexts(keys.size()),
                        metrics,
                        Metadata.NONE);
        List<Metadata> metadata = new ArrayList<>();
        List<BitSet> nodes = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            metadata.add(metadata(shared.get(row), headers, unified, rows.get(row)));
            nodes.add(nodes(unified, rows.get(row)));
        }
        return new Ensemble(
                keys, metadata, new Profile(outline, new MetricTable(metrics, columns)), nodes);
    }

    private static MetricColumn column(MetricColumn column, List<int[]> rows, int group) {
        var joined = new SparseRows.Builder();
        for (int[] members : rows) {
            if (members[group] >= 0) RunSubset.copy(column.byContext(), members[group], joined);
            joined.endRow();
        }
        return MetricColumn.ofContexts(joined.build(), column.nodes());
    }

    private static Metadata metadata(
            Metadata shared, List<String> headers, List<Ensemble> unified, int[] members) {
        Map<String, Value> all = new LinkedHashMap<>();
        for (String name : shared.keys()) all.put(name, shared.get(name).orElseThrow());
        for (int group = 0; group < members.length; group++) {
            if (members[group] < 0) continue;
            Metadata own = unified.get(group).metadata(members[group]);
            for (String name : own.keys())
                if (!shared.keys().contains(name))
                    all.put(headers.get(group) + "." + name, own.get(name).orElseThrow());
        }
        return Metadata.of(all);
    }

    private static BitSet nodes(List<Ensemble> unified, int[] members) {
        var any = new BitSet();
        for (int group = 0; group < members.length; group++)
            if (members[group] >= 0) any.or(unified.get(group).nodesOfRuns().get(members[group]));
        return any;
    }
}
