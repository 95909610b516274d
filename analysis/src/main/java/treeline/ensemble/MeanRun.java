package treeline.ensemble;

import org.jspecify.annotations.Nullable;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The mean of several runs, as a profile on the union of their call trees. It lets a view of one
/// run show a group of runs.
///
/// Every run counts once, whatever its repetitions, and a run without a node counts as 0, as in
/// [treeline.compare.Comparison]. Readings at a point are averaged over the runs that have one. If
/// all runs have the same ranks, the mean has them too, and the mean over its ranks is the mean of
/// the runs. Otherwise it has one context with the mean of the runs' means.
public final class MeanRun {
    private final List<NodeMapping> mappings;
    private final Outline outline;
    private final boolean byRank;

    private MeanRun(List<NodeMapping> mappings, Outline outline, boolean byRank) {
        this.mappings = List.copyOf(mappings);
        this.outline = outline;
        this.byRank = byRank;
    }

    /// The mean of runs with these outlines, of the metrics that all of them have.
    public static MeanRun of(List<Outline> runs) {
        if (runs.isEmpty()) throw new IllegalArgumentException("a mean needs at least one run");
        List<NodeMapping> mappings = NodeMapping.union(runs.stream().map(Outline::tree).toList());
        CallTree tree = mappings.getFirst().tree();
        List<Context> places = places(runs.getFirst());
        boolean same =
                new HashSet<>(places).size() == places.size()
                        && runs.stream().allMatch(run -> places(run).equals(places));
        var outline =
                new Outline(
                        tree,
                        labels(runs, mappings, tree.size()),
                        same ? places : List.of(Context.WHOLE),
                        metrics(runs),
                        common(runs));
        return new MeanRun(mappings, outline, same);
    }

    /// Hosts differ between runs of the same program.
    private static List<Context> places(Outline run) {
        Locations places = Locations.defaultFor(run);
        return IntStream.range(0, places.size())
                .mapToObj(places::place)
                .map(at -> new Context("", at.rank(), at.thread(), at.stream(), Context.NONE))
                .toList();
    }

    /// In both scopes, so that neither is computed from a mean.
    private static List<Metric> metrics(List<Outline> runs) {
        Map<String, Metric> byName = new LinkedHashMap<>();
        for (Metric each : runs.getFirst().metrics())
            if (runs.stream().allMatch(run -> has(run, each)))
                byName.putIfAbsent(each.name(), each);
        List<Metric> metrics = new ArrayList<>();
        for (Metric each : byName.values()) metrics.addAll(scopes(each));
        return metrics;
    }

    private static List<Metric> scopes(Metric metric) {
        return metric.addsUp()
                ? List.of(metric.in(Scope.INCLUSIVE), metric.in(Scope.EXCLUSIVE))
                : List.of(metric);
    }

    private static boolean has(Outline run, Metric metric) {
        return run.metrics().stream()
                .filter(own -> own.name().equals(metric.name()))
                .anyMatch(
                        own ->
                                own.addsUp() == metric.addsUp()
                                        && own.unit().convertsTo(metric.unit()));
    }

    /// The label of a node is that of the first run that has one.
    private static List<Label> labels(List<Outline> runs, List<NodeMapping> mappings, int nodes) {
        Map<String, String[]> byName = new LinkedHashMap<>();
        for (int run = 0; run < mappings.size(); run++)
            for (Label label : runs.get(run).labels()) {
                String[] texts = byName.computeIfAbsent(label.name(), _ -> empty(nodes));
                for (int node = 0; node < label.size(); node++) {
                    int target = mappings.get(run).target(node);
                    if (texts[target].isEmpty()) texts[target] = label.at(node);
                }
            }
        List<Label> labels = new ArrayList<>();
        byName.forEach((name, texts) -> labels.add(Label.of(name, List.of(texts))));
        return labels;
    }

    private static String[] empty(int nodes) {
        String[] texts = new String[nodes];
        Arrays.fill(texts, "");
        return texts;
    }

    /// The metadata in which the runs agree.
    private static Metadata common(List<Outline> runs) {
        Metadata common = runs.getFirst().metadata();
        for (String key : List.copyOf(common.keys())) {
            var value = common.get(key);
            if (runs.stream().anyMatch(run -> !run.metadata().get(key).equals(value)))
                common = common.without(key);
        }
        return common;
    }

    /// Everything except the values.
    public Outline outline() {
        return outline;
    }

    /// Whether the runs have the same ranks, or threads if each has one rank.
    public boolean hasRanks() {
        return byRank;
    }

    /// The mean of a metric, to which the runs are added one after the other.
    ///
    /// @param metric its name
    public Sum sum(String metric) {
        return new Sum(outline, metric, byRank);
    }

    /// The mean of a metric over all ranks, exactly the mean of the runs' means: one context.
    public Sum combined(String metric) {
        return new Sum(outline.withContexts(List.of(Context.WHOLE)), metric, false);
    }

    /// The sum of a metric over runs. Holds the values of one run, however many are added.
    public final class Sum {
        private final Outline of;
        private final boolean ranks;
        private final List<Metric> metrics;
        private final List<SparseRows> sums = new ArrayList<>();
        private final List<SparseRows> counts = new ArrayList<>();
        private int runs;

        private Sum(Outline of, String metric, boolean ranks) {
            this.of = of;
            this.ranks = ranks;
            this.metrics =
                    of.metrics().stream().filter(each -> each.name().equals(metric)).toList();
        }

        /// Adds the next run.
        public Sum add(Numbers run) {
            Profile placed = ranks ? run.byPlace(run.places()) : run.combined(Reduction.MEAN);
            Profile mapped = mappings.get(runs++).of(placed);
            for (int i = 0; i < metrics.size(); i++) {
                Metric own = run.metric().in(metrics.get(i).scope());
                double factor = own.unit().factorTo(metrics.get(i).unit());
                SparseRows rows = mapped.column(own).byContext();
                if (sums.size() == i) {
                    sums.add(added(null, rows, factor));
                    if (!own.addsUp()) counts.add(ones(rows));
                } else {
                    sums.set(i, added(sums.get(i), rows, factor));
                    if (!own.addsUp()) counts.set(i, added(counts.get(i), ones(rows), 1));
                }
            }
            return this;
        }

        private static SparseRows ones(SparseRows rows) {
            return rows.withValues(() -> 1);
        }

        /// The mean of the runs that were added.
        public Profile mean() {
            List<MetricColumn> columns = new ArrayList<>();
            for (int i = 0; i < metrics.size(); i++)
                columns.add(
                        MetricColumn.ofContexts(
                                mean(sums.get(i), counts.isEmpty() ? null : counts.get(i)),
                                outline.tree().size()));
            return new Profile(of.withMetrics(metrics), new MetricTable(metrics, columns));
        }

        private SparseRows mean(SparseRows sum, @Nullable SparseRows count) {
            int[] cell = {0};
            return sum.withValues(
                    () -> {
                        int at = cell[0]++;
                        return sum.value(at) / (count == null ? runs : count.value(at));
                    });
        }
    }

    /// Two sums cell by cell; the cells of a row ascend in both.
    private static SparseRows added(@Nullable SparseRows sum, SparseRows more, double factor) {
        var rows = new SparseRows.Builder();
        for (int row = 0; row < more.rows(); row++) {
            int left = sum == null ? 0 : sum.start(row);
            int end = sum == null ? 0 : sum.end(row);
            for (int right = more.start(row); right < more.end(row); right++) {
                int node = more.index(right);
                for (; sum != null && left < end && sum.index(left) < node; left++)
                    rows.add(sum.index(left), sum.value(left));
                boolean both = sum != null && left < end && sum.index(left) == node;
                double before = both && sum != null ? sum.value(left++) : 0;
                rows.add(node, before + more.value(right) * factor);
            }
            for (; sum != null && left < end; left++) rows.add(sum.index(left), sum.value(left));
            rows.endRow();
        }
        return rows.build();
    }
}
