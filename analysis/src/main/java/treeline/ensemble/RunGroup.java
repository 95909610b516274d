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
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Runs of an ensemble with equal values of the grouping keys.
///
/// @param key one value per grouping key, empty if the runs lack it
/// @param members indexes of the runs in the whole ensemble, ascending
public record RunGroup(List<Optional<Value>> key, Ensemble whole, List<Integer> members) {
    private static final String MISSING = "-";
    private static final int NO_GROUP = -1;

    public RunGroup {
        key = List.copyOf(key);
        members = List.copyOf(members);
    }

    /// The values of the key: `clang, 64`.
    public String label() {
        return label(key);
    }

    /// The same with the names of what the runs are grouped by: `compiler = clang, no ranks`.
    public String named(List<String> columns) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            String column = columns.get(i);
            parts.add(key.get(i).map(value -> column + " = " + value).orElse("no " + column));
        }
        return String.join(", ", parts);
    }

    /// The group's runs over the tree of the whole ensemble.
    public Ensemble ensemble() {
        return RunSubset.chosen(whole, members.stream().mapToInt(Integer::intValue).toArray());
    }

    static List<RunGroup> of(Ensemble ensemble, List<String> columns) {
        var members = new TreeMap<List<Optional<Value>>, List<Integer>>(RunGroup::compareKeys);
        for (int run = 0; run < ensemble.runs(); run++)
            members.computeIfAbsent(keyOf(ensemble.metadata(run), columns), _ -> new ArrayList<>())
                    .add(run);
        return members.entrySet().stream()
                .map(entry -> new RunGroup(entry.getKey(), ensemble, entry.getValue()))
                .toList();
    }

    static List<Optional<Value>> keyOf(Metadata metadata, List<String> columns) {
        return columns.stream()
                .map(column -> metadata.get(column).map(MetadataValues::same))
                .toList();
    }

    static String label(List<Optional<Value>> key) {
        return key.stream()
                .map(value -> value.map(Value::toString).orElse(MISSING))
                .collect(Collectors.joining(", "));
    }

    private static int compareKeys(List<Optional<Value>> one, List<Optional<Value>> other) {
        for (int i = 0; i < one.size(); i++) {
            int order = compare(one.get(i), other.get(i));
            if (order != 0) return order;
        }
        return 0;
    }

    private static int compare(Optional<Value> one, Optional<Value> other) {
        if (one.isPresent() && other.isPresent())
            return MetadataValues.compare(one.get(), other.get());
        return Boolean.compare(one.isEmpty(), other.isEmpty());
    }

    /// What each run is called by its metadata; no two may have the same.
    static List<String> keys(List<Metadata> runs, List<String> columns) {
        List<String> keys = new ArrayList<>();
        Set<String> met = new HashSet<>();
        for (Metadata each : runs) {
            String key = label(keyOf(each, columns));
            if (!met.add(key))
                throw new IllegalArgumentException(
                        "several runs have %s = %s, so it cannot be the run key"
                                .formatted(String.join(", ", columns), key));
            keys.add(key);
        }
        return keys;
    }

    /// One run for each group. What its runs agree on stays as metadata.
    public static Ensemble aggregated(Ensemble whole, List<RunGroup> groups, Statistic statistic) {
        int[] groupOf = new int[whole.runs()];
        Arrays.fill(groupOf, NO_GROUP);
        for (int group = 0; group < groups.size(); group++)
            for (int run : groups.get(group).members) groupOf[run] = group;
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric metric : whole.metrics())
            columns.add(aggregated(whole.column(metric), groupOf, groups.size(), statistic));
        Outline old = whole.profile().outline();
        var outline = old.withContexts(EnsembleBuilder.contexts(groups.size()));
        return new Ensemble(
                groups.stream().map(RunGroup::label).toList(),
                groups.stream().map(RunGroup::common).toList(),
                new Profile(outline, new MetricTable(old.metrics(), columns)),
                groups.stream().map(RunGroup::nodes).toList());
    }

    private static MetricColumn aggregated(
            MetricColumn column, int[] groupOf, int groups, Statistic statistic) {
        SparseRows rows = column.byNode();
        var aggregated = new SparseRows.Builder();
        double[][] values = new double[groups][4];
        int[] count = new int[groups];
        for (int node = 0; node < rows.rows(); node++) {
            for (int cell = rows.start(node); cell < rows.end(node); cell++) {
                int group = groupOf[rows.index(cell)];
                if (group == NO_GROUP || Double.isNaN(rows.value(cell))) continue;
                if (count[group] == values[group].length)
                    values[group] = Arrays.copyOf(values[group], count[group] * 2);
                values[group][count[group]++] = rows.value(cell);
            }
            for (int group = 0; group < groups; group++) {
                if (count[group] == 0) continue;
                double value = statistic.of(Arrays.copyOf(values[group], count[group]));
                if (!Double.isNaN(value)) aggregated.add(group, value);
                count[group] = 0;
            }
            aggregated.endRow();
        }
        return MetricColumn.ofNodes(aggregated.build(), groups);
    }

    private Metadata common() {
        Metadata common = whole.metadata(members.getFirst());
        for (int run : members)
            for (String name : List.copyOf(common.keys()))
                if (!MetadataValues.areSame(common.get(name), whole.metadata(run).get(name)))
                    common = common.without(name);
        return common;
    }

    private BitSet nodes() {
        var any = new BitSet();
        for (int run : members) any.or(whole.nodesOfRuns().get(run));
        return any;
    }
}
