package treeline.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Builds a profile from nodes, contexts and values in any order. Handles are local to the builder:
/// [#build()] arranges nodes in depth-first order (siblings keep their insertion order) and sorts
/// contexts. Not thread-safe.
public final class ProfileBuilder {
    /// The parent of roots.
    public static final int ROOT = CallTree.NO_PARENT;

    private final TreeBuilder tree = new TreeBuilder();
    private final Map<Context, Integer> contextIndex = new LinkedHashMap<>();
    private final Map<Metric, Integer> metricIndex = new LinkedHashMap<>();
    private final List<CellList> cells = new ArrayList<>();
    private final Map<String, Map<Integer, String>> labels = new LinkedHashMap<>();
    private final Map<String, Map<Integer, String>> contextLabels = new LinkedHashMap<>();
    private Metadata metadata = Metadata.NONE;

    /// The node of a frame below a parent, created on first use: repeated paths are one node.
    public int child(int parentNode, Frame frame) {
        return tree.child(parentNode, frame);
    }

    /// The handle of a frame, for readers that use the same frame repeatedly.
    public int frame(Frame frame) {
        return tree.frame(frame);
    }

    /// The same with a frame handle, which is much faster.
    public int child(int parentNode, int frame) {
        return tree.child(parentNode, frame);
    }

    /// Creates a node even if the parent has a child with this frame, for formats in which siblings
    /// of one name are different calls.
    public int newChild(int parentNode, Frame frame) {
        return tree.newChild(parentNode, frame);
    }

    public int context(Context context) {
        return contextIndex.computeIfAbsent(context, _ -> contextIndex.size());
    }

    public int metric(Metric metric) {
        Integer known = metricIndex.putIfAbsent(metric, cells.size());
        if (known != null) return known;
        cells.add(new CellList());
        return cells.size() - 1;
    }

    /// Adds to the value of a cell; repeated values are summed.
    public ProfileBuilder add(int metric, int context, int node, double value) {
        cells.get(metric).add(context, node, value);
        return this;
    }

    /// Sets the iterations of a cell; the cell's value is their sum.
    public ProfileBuilder addSeries(
            int metric, int context, int node, double[] iterations, int from, int to) {
        return addSeries(metric, context, node, 0, iterations, from, to);
    }

    /// The same for a loop whose first iteration here has the number `first`.
    public ProfileBuilder addSeries(
            int metric, int context, int node, int first, double[] iterations, int from, int to) {
        cells.get(metric).addSeries(context, node, first, iterations, from, to);
        return this;
    }

    public ProfileBuilder label(String name, int node, String text) {
        labels.computeIfAbsent(name, _ -> new HashMap<>()).put(node, text);
        return this;
    }

    public ProfileBuilder contextLabel(String name, int context, String text) {
        contextLabels.computeIfAbsent(name, _ -> new HashMap<>()).put(context, text);
        return this;
    }

    public ProfileBuilder metadata(Metadata all) {
        metadata = all;
        return this;
    }

    public int nodes() {
        return tree.nodes();
    }

    public Profile build() {
        int[] nodeAt = tree.places();
        List<Context> contexts = new ArrayList<>(contextIndex.keySet());
        Collections.sort(contexts);
        int[] contextAt = new int[contexts.size()];
        for (int i = 0; i < contexts.size(); i++) contextAt[handleOf(contexts.get(i))] = i;
        List<Metric> metrics = List.copyOf(metricIndex.keySet());
        var outline =
                new Outline(
                        tree.build(nodeAt),
                        labels(labels, nodeAt),
                        contexts,
                        labels(contextLabels, contextAt),
                        metrics,
                        metadata);
        List<MetricColumn> columns = new ArrayList<>();
        for (CellList list : cells) columns.add(list.column(contextAt, nodeAt));
        return new Profile(outline, new MetricTable(metrics, columns));
    }

    private int handleOf(Context context) {
        return java.util.Objects.requireNonNull(contextIndex.get(context));
    }

    /// Maps handles to nodes of the built tree, for callers that keep handles after [#build()].
    public int[] depthFirstPlaces() {
        return tree.places();
    }

    /// @param placeOf where the node or context of a handle stands
    private static List<Label> labels(
            Map<String, Map<Integer, String>> textsByName, int[] placeOf) {
        List<Label> all = new ArrayList<>();
        textsByName.forEach(
                (name, texts) -> {
                    String[] byPlace = new String[placeOf.length];
                    Arrays.fill(byPlace, "");
                    texts.forEach((handle, text) -> byPlace[placeOf[handle]] = text);
                    all.add(Label.of(name, List.of(byPlace)));
                });
        return all;
    }
}
