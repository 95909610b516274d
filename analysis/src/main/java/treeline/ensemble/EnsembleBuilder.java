package treeline.ensemble;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.TreeBuilder;
import treeline.numbers.Numbers;
import treeline.runs.RunList;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Merges runs into one call tree, one run at a time. Only the values of each run are kept, so
/// thousands of runs need neither thousands of trees nor all files at once. Not thread-safe.
///
/// Frames are matched by call path. Siblings with the same frame within a run become one node, and
/// their values are summed. Metrics with the same name and scope become one metric, in the unit of
/// the first run.
public final class EnsembleBuilder {
    private final Reduction over;
    private final TreeBuilder union = new TreeBuilder();
    private final List<String> keys = new ArrayList<>();
    private final Set<String> known = new HashSet<>();
    private final List<Metadata> metadata = new ArrayList<>();
    private final List<int[]> nodeLists = new ArrayList<>();
    private final Map<IntBuffer, Integer> knownLists = new HashMap<>();

    /// The list of each run's nodes: runs of one program mostly share their tree, and then where
    /// its nodes went.
    private final List<Integer> nodeListOfRun = new ArrayList<>();

    private final Map<Metric, List<Values>> columns = new LinkedHashMap<>();
    private final Map<String, Map<Integer, String>> labels = new LinkedHashMap<>();

    /// One value per node of a run's own tree, NaN if missing.
    private static final class Values {
        private final int run;
        private final double[] ofNode;

        Values(int run, double[] ofNode) {
            this.run = run;
            this.ofNode = ofNode;
        }

        int count() {
            int count = 0;
            for (double value : ofNode) if (!Double.isNaN(value)) count++;
            return count;
        }
    }

    /// @param over how the ranks and threads of a run become its one value at a node
    public EnsembleBuilder(Reduction over) {
        this.over = over;
    }

    /// Adds a run or, where its profile keeps an ensemble ([Ensemble#saved()]), all runs of that,
    /// under the names that they have there.
    public EnsembleBuilder add(Run run) {
        if (RunList.isIn(run.profile().metadata())) return addSaved(run);
        requireNew(run.key());
        int[] nodes = union.unite(run.profile().tree());
        Profile profile = run.profile();
        if (NodeMapping.hasTwice(nodes)) {
            profile = NodeMapping.mergingSiblings(profile.tree()).of(profile);
            nodes = union.unite(profile.tree());
        }
        keys.add(run.key());
        metadata.add(run.metadata());
        nodeListOfRun.add(nodeList(nodes));
        for (Metric metric : profile.metrics()) addValues(metric, profile);
        for (Label label : profile.labels()) addLabel(label, nodes);
        return this;
    }

    private void requireNew(String key) {
        if (!known.add(key))
            throw new IllegalArgumentException("duplicate run key '%s'".formatted(key));
    }

    /// A saved ensemble has one value per run, and stays one: taken apart into runs, their numbers
    /// would be reduced once more.
    private EnsembleBuilder addSaved(Run run) {
        Ensemble saved = SavedEnsemble.of(run, over);
        int[] nodes = union.unite(saved.tree());
        if (NodeMapping.hasTwice(nodes)) {
            saved = saved.folded(NodeMapping.mergingSiblings(saved.tree()));
            nodes = union.unite(saved.tree());
        }
        int first = keys.size();
        for (int each = 0; each < saved.runs(); each++) {
            requireNew(saved.keys().get(each));
            keys.add(saved.keys().get(each));
            metadata.add(saved.metadata(each));
            nodeListOfRun.add(nodeList(handles(saved.nodesOfRuns().get(each), nodes)));
        }
        for (Metric metric : saved.metrics()) addValues(metric, saved, first);
        for (Label label : saved.profile().labels()) addLabel(label, nodes);
        return this;
    }

    private static int[] handles(BitSet had, int[] nodes) {
        return had.stream().map(node -> nodes[node]).toArray();
    }

    private void addValues(Metric metric, Ensemble saved, int first) {
        Metric same = sameAs(metric);
        double factor = metric.unit().factorTo(same.unit());
        List<Values> column = columns.computeIfAbsent(same, _ -> new ArrayList<>());
        SparseRows rows = saved.column(metric).byContext();
        for (int run = 0; run < saved.runs(); run++)
            if (rows.start(run) < rows.end(run))
                column.add(new Values(first + run, values(saved, rows, run, factor)));
    }

    /// The values of a run at the nodes that it has. Nodes and cells ascend, so one pass over both
    /// is enough.
    private static double[] values(Ensemble saved, SparseRows rows, int run, double factor) {
        BitSet had = saved.nodesOfRuns().get(run);
        double[] values = new double[had.cardinality()];
        Arrays.fill(values, Double.NaN);
        int cell = rows.start(run);
        int place = 0;
        for (int node = had.nextSetBit(0); node >= 0; node = had.nextSetBit(node + 1)) {
            while (cell < rows.end(run) && rows.index(cell) < node) cell++;
            if (cell < rows.end(run) && rows.index(cell) == node)
                values[place] = factor == 1 ? rows.value(cell) : rows.value(cell) * factor;
            place++;
        }
        return values;
    }

    private int nodeList(int[] nodes) {
        return knownLists.computeIfAbsent(
                IntBuffer.wrap(nodes),
                _ -> {
                    nodeLists.add(nodes);
                    return nodeLists.size() - 1;
                });
    }

    public int runs() {
        return keys.size();
    }

    private void addValues(Metric metric, Profile profile) {
        Metric first = sameAs(metric);
        double factor = metric.unit().factorTo(first.unit());
        double[] values = Numbers.of(profile, metric).values(metric.scope(), over);
        if (factor != 1) for (int node = 0; node < values.length; node++) values[node] *= factor;
        columns.computeIfAbsent(first, _ -> new ArrayList<>())
                .add(new Values(keys.size() - 1, values));
    }

    private Metric sameAs(Metric metric) {
        if (columns.containsKey(metric)) return metric;
        for (Metric each : columns.keySet())
            if (each.name().equals(metric.name())
                    && each.scope() == metric.scope()
                    && metric.unit().convertsTo(each.unit())) return each;
        return metric;
    }

    private void addLabel(Label label, int[] nodes) {
        var texts = labels.computeIfAbsent(label.name(), _ -> new HashMap<>());
        for (int node = 0; node < nodes.length; node++)
            if (!label.at(node).isEmpty()) texts.putIfAbsent(nodes[node], label.at(node));
    }

    public Ensemble build() {
        if (keys.isEmpty()) throw new IllegalArgumentException("an ensemble has at least one run");
        int[] places = union.places();
        CallTree tree = union.build();
        List<Layout> layouts = layouts(places);
        List<Metric> metrics = List.copyOf(columns.keySet());
        List<MetricColumn> values = new ArrayList<>();
        for (List<Values> ofRuns : columns.values())
            values.add(column(ofRuns, layouts, tree.size()));
        var outline =
                new Outline(
                        tree,
                        labels(places),
                        contexts(keys.size()),
                        metrics,
                        withStoredNames(SavedEnsemble.over(over)));
        return new Ensemble(
                keys,
                metadata,
                new Profile(outline, new MetricTable(metrics, values)),
                layouts.stream().map(layout -> layout.nodes).toList());
    }

    /// The names of metrics in the files of the runs, if they agree.
    private Metadata withStoredNames(Metadata known) {
        Metadata all = known;
        for (String key : metadata.getFirst().keys()) {
            if (!key.startsWith(Outline.STORED_NAME)) continue;
            Metadata.Value name = metadata.getFirst().get(key).orElseThrow();
            if (metadata.stream().allMatch(each -> each.get(key).filter(name::equals).isPresent()))
                all = all.with(key, name);
        }
        return all;
    }

    /// Runs stand where contexts stand in a profile, as repetitions.
    static List<Context> contexts(int runs) {
        List<Context> contexts = new ArrayList<>();
        for (int run = 0; run < runs; run++) contexts.add(Context.WHOLE.inRepetition(run));
        return contexts;
    }

    /// Maps the nodes of a run to the merged tree, in the order of the merged tree.
    private static final class Layout {
        private final int[] place;
        private final int[] order;
        private final BitSet nodes;

        Layout(int[] place, int[] order, BitSet nodes) {
            this.place = place;
            this.order = order;
            this.nodes = nodes;
        }

        static Layout of(int[] handles, int[] places) {
            int[] place = new int[handles.length];
            long[] sorted = new long[handles.length];
            var nodes = new BitSet();
            for (int node = 0; node < place.length; node++) {
                place[node] = places[handles[node]];
                sorted[node] = ((long) place[node] << Integer.SIZE) | node;
                nodes.set(place[node]);
            }
            Arrays.sort(sorted);
            return new Layout(
                    place, Arrays.stream(sorted).mapToInt(each -> (int) each).toArray(), nodes);
        }
    }

    private List<Layout> layouts(int[] places) {
        List<Layout> layouts = nodeLists.stream().map(list -> Layout.of(list, places)).toList();
        return nodeListOfRun.stream().map(layouts::get).toList();
    }

    private MetricColumn column(List<Values> ofRuns, List<Layout> layouts, int nodes) {
        var rows = new SparseRows.Builder(ofRuns.stream().mapToInt(Values::count).sum(), 0);
        int next = 0;
        for (int run = 0; run < layouts.size(); run++) {
            if (next < ofRuns.size() && ofRuns.get(next).run == run) {
                Layout layout = layouts.get(run);
                double[] values = ofRuns.get(next++).ofNode;
                for (int node : layout.order)
                    if (!Double.isNaN(values[node])) rows.add(layout.place[node], values[node]);
            }
            rows.endRow();
        }
        return MetricColumn.ofContexts(rows.build(), nodes);
    }

    private List<Label> labels(int[] places) {
        List<Label> all = new ArrayList<>();
        labels.forEach(
                (name, texts) -> {
                    String[] ofNode = new String[places.length];
                    Arrays.fill(ofNode, "");
                    texts.forEach((handle, text) -> ofNode[places[handle]] = text);
                    all.add(Label.of(name, List.of(ofNode)));
                });
        return all;
    }
}
