package treeline.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Builds a profile from nodes, contexts and values that come in any order, as readers meet them.
/// Handles returned here are the builder's own: [#build()] lays nodes out depth-first (siblings
/// keep the order in which they came) and sorts contexts. Not for many threads.
public final class ProfileBuilder {
    /// The parent of roots.
    public static final int ROOT = CallTree.NO_PARENT;

    private int[] parent = new int[64];
    private int[] frameOfNode = new int[64];
    private int nodes;
    private final PairMap childOf = new PairMap();
    private final Map<Frame, Integer> frameIndex = new HashMap<>();
    private final List<Frame> frames = new ArrayList<>();
    private final Map<Context, Integer> contextIndex = new LinkedHashMap<>();
    private final Map<Metric, Integer> metricIndex = new LinkedHashMap<>();
    private final List<CellList> cells = new ArrayList<>();
    private final Map<String, Map<Integer, String>> labels = new LinkedHashMap<>();
    private Metadata metadata = Metadata.NONE;

    /// The node of a frame under a parent, made if there is none yet: paths that repeat are one
    /// node.
    public int child(int parentNode, Frame frame) {
        int frameAt = frame(frame);
        int known = childOf.get(parentNode, frameAt);
        if (known >= 0) return known;
        int node = append(parentNode, frameAt);
        childOf.put(parentNode, frameAt, node);
        return node;
    }

    /// A new node even where the parent already has a child of this frame; for formats in which
    /// siblings of one name are different calls.
    public int newChild(int parentNode, Frame frame) {
        return append(parentNode, frame(frame));
    }

    private int frame(Frame frame) {
        Integer known = frameIndex.putIfAbsent(frame, frames.size());
        if (known != null) return known;
        frames.add(frame);
        return frames.size() - 1;
    }

    private int append(int parentNode, int frameAt) {
        if (parentNode != ROOT) java.util.Objects.checkIndex(parentNode, nodes);
        if (nodes == parent.length) {
            parent = Arrays.copyOf(parent, nodes * 2);
            frameOfNode = Arrays.copyOf(frameOfNode, nodes * 2);
        }
        parent[nodes] = parentNode;
        frameOfNode[nodes] = frameAt;
        return nodes++;
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

    /// Adds to the value of a cell: values that come twice are summed.
    public ProfileBuilder add(int metric, int context, int node, double value) {
        cells.get(metric).add(context, node, value);
        return this;
    }

    /// Sets the iterations of a cell; the cell's value is their sum.
    public ProfileBuilder addSeries(
            int metric, int context, int node, double[] iterations, int from, int to) {
        cells.get(metric).addSeries(context, node, iterations, from, to);
        return this;
    }

    public ProfileBuilder label(String name, int node, String text) {
        labels.computeIfAbsent(name, _ -> new HashMap<>()).put(node, text);
        return this;
    }

    public ProfileBuilder metadata(Metadata all) {
        metadata = all;
        return this;
    }

    public Metadata metadata() {
        return metadata;
    }

    public int nodes() {
        return nodes;
    }

    public Profile build() {
        int[] nodeOrder = depthFirst();
        int[] nodeAt = inverse(nodeOrder);
        List<Context> contexts = new ArrayList<>(contextIndex.keySet());
        Collections.sort(contexts);
        int[] contextAt = new int[contexts.size()];
        for (int i = 0; i < contexts.size(); i++) contextAt[handleOf(contexts.get(i))] = i;
        List<Metric> metrics = List.copyOf(metricIndex.keySet());
        var outline =
                new Outline(
                        tree(nodeOrder, nodeAt), labels(nodeOrder), contexts, metrics, metadata);
        List<MetricColumn> columns = new ArrayList<>();
        for (CellList list : cells) columns.add(list.column(contextAt, nodeAt));
        return new Profile(outline, new MetricTable(metrics, columns));
    }

    private int handleOf(Context context) {
        return java.util.Objects.requireNonNull(contextIndex.get(context));
    }

    /// Where each handle's node will stand in the tree, for callers that keep handles beyond
    /// [#build()].
    public int[] depthFirstPlaces() {
        return inverse(depthFirst());
    }

    /// The builder's nodes in depth-first order, by linked lists of children instead of recursion:
    /// call paths may be deeper than a thread's stack.
    private int[] depthFirst() {
        int[] firstChild = filled(nodes + 1);
        int[] nextSibling = filled(nodes + 1);
        for (int node = nodes - 1; node >= 0; node--) {
            nextSibling[node + 1] = firstChild[parent[node] + 1];
            firstChild[parent[node] + 1] = node;
        }
        int[] order = new int[nodes];
        int count = 0;
        int at = firstChild[0];
        while (at >= 0) {
            order[count++] = at;
            int next = firstChild[at + 1];
            while (next < 0 && at >= 0) {
                next = nextSibling[at + 1];
                at = parent[at];
            }
            at = next;
        }
        return order;
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, -1);
        return array;
    }

    private static int[] inverse(int[] order) {
        int[] at = new int[order.length];
        for (int i = 0; i < order.length; i++) at[order[i]] = i;
        return at;
    }

    private CallTree tree(int[] nodeOrder, int[] nodeAt) {
        int[] treeParent = new int[nodes];
        int[] treeFrame = new int[nodes];
        for (int i = 0; i < nodes; i++) {
            int handle = nodeOrder[i];
            treeParent[i] = parent[handle] == ROOT ? CallTree.NO_PARENT : nodeAt[parent[handle]];
            treeFrame[i] = frameOfNode[handle];
        }
        return CallTree.of(treeParent, treeFrame, frames);
    }

    private List<Label> labels(int[] nodeOrder) {
        List<Label> all = new ArrayList<>();
        labels.forEach(
                (name, texts) -> {
                    List<String> byNode = new ArrayList<>(nodes);
                    for (int handle : nodeOrder) byNode.add(texts.getOrDefault(handle, ""));
                    all.add(Label.of(name, byNode));
                });
        return all;
    }
}
