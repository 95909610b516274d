package treeline.ensemble;

import treeline.model.CallTree;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.transform.NodeMapping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Subsets of the runs of an ensemble, and unions of the runs of several ensembles.
final class RunSubset {
    private RunSubset() {}

    /// Some runs, over the same tree.
    static Ensemble chosen(Ensemble ensemble, int[] runs) {
        Profile values = ensemble.profile();
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric metric : ensemble.metrics()) columns.add(chosen(ensemble.column(metric), runs));
        List<String> keys = new ArrayList<>();
        List<Metadata> metadata = new ArrayList<>();
        List<BitSet> nodes = new ArrayList<>();
        for (int run : runs) {
            keys.add(ensemble.keys().get(run));
            metadata.add(ensemble.metadata(run));
            nodes.add(ensemble.nodesOfRuns().get(run));
        }
        return new Ensemble(keys, metadata, profile(values.outline(), runs.length, columns), nodes);
    }

    private static Profile profile(Outline old, int runs, List<MetricColumn> columns) {
        Outline outline = old.withContexts(EnsembleBuilder.contexts(runs));
        return new Profile(outline, new MetricTable(old.metrics(), columns));
    }

    /// The values of some contexts of a profile, or runs of an ensemble.
    static MetricColumn chosen(MetricColumn column, int[] runs) {
        SparseRows rows = column.byContext();
        var chosen = new SparseRows.Builder();
        for (int run : runs) {
            for (int cell = rows.start(run); cell < rows.end(run); cell++)
                chosen.copy(rows.index(cell), rows, cell);
            chosen.endRow();
        }
        return MetricColumn.ofContexts(chosen.build(), column.nodes());
    }

    static Ensemble concat(List<Ensemble> ensembles) {
        if (ensembles.isEmpty()) throw new IllegalArgumentException("there are no ensembles");
        List<String> keys = new ArrayList<>();
        List<Metadata> metadata = new ArrayList<>();
        Set<Metric> metrics = new LinkedHashSet<>();
        for (Ensemble ensemble : ensembles) {
            keys.addAll(ensemble.keys());
            metadata.addAll(ensemble.metadataOfRuns());
            metrics.addAll(ensemble.metrics());
        }
        requireDifferent(keys);
        List<Ensemble> unified = unified(ensembles);
        List<Metric> all = List.copyOf(metrics);
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric metric : all) columns.add(below(unified, metric));
        List<BitSet> nodes = new ArrayList<>();
        unified.forEach(each -> nodes.addAll(each.nodesOfRuns()));
        Outline first = unified.getFirst().profile().outline();
        var outline =
                new Outline(
                        first.tree(),
                        labels(unified),
                        EnsembleBuilder.contexts(keys.size()),
                        all,
                        first.metadata());
        return new Ensemble(
                keys, metadata, new Profile(outline, new MetricTable(all, columns)), nodes);
    }

    private static void requireDifferent(List<String> keys) {
        Set<String> met = new HashSet<>();
        for (String key : keys)
            if (!met.add(key))
                throw new IllegalArgumentException("duplicate run key '%s'".formatted(key));
    }

    /// The ensembles over the union of their trees.
    static List<Ensemble> unified(List<Ensemble> ensembles) {
        List<CallTree> trees = ensembles.stream().map(Ensemble::tree).toList();
        List<NodeMapping> folds = NodeMapping.union(trees);
        List<Ensemble> unified = new ArrayList<>();
        for (int i = 0; i < ensembles.size(); i++)
            unified.add(moved(ensembles.get(i), folds.get(i)));
        return unified;
    }

    /// At each node the text of the first ensemble that has one there.
    static List<Label> labels(List<Ensemble> unified) {
        Map<String, String[]> texts = new LinkedHashMap<>();
        for (Ensemble each : unified)
            for (Label label : each.profile().labels()) {
                String[] ofNode = texts.computeIfAbsent(label.name(), _ -> blank(each.tree()));
                for (int node = 0; node < ofNode.length; node++)
                    if (ofNode[node].isEmpty()) ofNode[node] = label.at(node);
            }
        return texts.entrySet().stream()
                .map(each -> Label.of(each.getKey(), List.of(each.getValue())))
                .toList();
    }

    private static String[] blank(CallTree tree) {
        String[] texts = new String[tree.size()];
        Arrays.fill(texts, "");
        return texts;
    }

    private static Ensemble moved(Ensemble ensemble, NodeMapping fold) {
        List<BitSet> nodes = new ArrayList<>();
        for (BitSet had : ensemble.nodesOfRuns()) {
            var there = new BitSet();
            had.stream().map(fold::target).forEach(there::set);
            nodes.add(there);
        }
        return new Ensemble(
                ensemble.keys(), ensemble.metadataOfRuns(), fold.of(ensemble.profile()), nodes);
    }

    private static MetricColumn below(List<Ensemble> ensembles, Metric metric) {
        var rows = new SparseRows.Builder();
        for (Ensemble ensemble : ensembles) {
            boolean has = ensemble.metrics().contains(metric);
            for (int run = 0; run < ensemble.runs(); run++) {
                if (has) copy(ensemble.column(metric).byContext(), run, rows);
                rows.endRow();
            }
        }
        return MetricColumn.ofContexts(rows.build(), ensembles.getFirst().tree().size());
    }

    static void copy(SparseRows from, int run, SparseRows.Builder to) {
        for (int cell = from.start(run); cell < from.end(run); cell++)
            to.copy(from.index(cell), from, cell);
    }
}
