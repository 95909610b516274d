package treeline.formats.reading;

import org.jspecify.annotations.Nullable;

import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Nodes whose frames become known only after their children, or never. Values are buffered until
/// the nodes can be created.
public final class NodeDrafts {
    private int[] parent = new int[64];
    private final List<@Nullable Frame> frames = new ArrayList<>();
    private int[] node = new int[64];
    private int[] column = new int[64]; // an index into columns
    private double[] value = new double[64];
    private int values;
    private final List<Column> columns = new ArrayList<>();
    private final Map<Column, Integer> columnIndex = new HashMap<>();

    /// The values of a metric in a context.
    private record Column(Metric metric, int context) {}

    /// A new draft under another one, or a root under [NestedNodes#NO_PARENT].
    public int open(int parentDraft) {
        int draft = frames.size();
        if (draft == parent.length) parent = Arrays.copyOf(parent, draft * 2);
        parent[draft] = parentDraft;
        frames.add(null);
        return draft;
    }

    /// A draft that never gets a frame is left out, and its children stand where it stood.
    public void frame(int draft, Frame frame) {
        frames.set(draft, frame);
    }

    public @Nullable Frame frame(int draft) {
        return frames.get(draft);
    }

    public int parent(int draft) {
        return parent[draft];
    }

    public int size() {
        return frames.size();
    }

    public boolean hasValues() {
        return values > 0;
    }

    /// A handle for the values of a metric in a context of the builder that the drafts will go to.
    public int column(Metric metric, int context) {
        var wanted = new Column(metric, context);
        Integer known = columnIndex.putIfAbsent(wanted, columns.size());
        if (known != null) return known;
        columns.add(wanted);
        return columns.size() - 1;
    }

    public void add(int draft, int columnAt, double number) {
        if (values == node.length) {
            node = Arrays.copyOf(node, values * 2);
            column = Arrays.copyOf(column, values * 2);
            value = Arrays.copyOf(value, values * 2);
        }
        node[values] = draft;
        column[values] = columnAt;
        value[values++] = number;
    }

    /// Makes the nodes and adds their values; returns the builder's node of each draft.
    ///
    /// @param merge whether siblings of one frame are one node
    public int[] moveTo(ProfileBuilder builder, boolean merge) {
        int[] handle = new int[size()];
        for (int draft = 0; draft < handle.length; draft++) {
            int above = parent[draft] < 0 ? ProfileBuilder.ROOT : handle[parent[draft]];
            Frame frame = frames.get(draft);
            if (frame == null) handle[draft] = above;
            else
                handle[draft] =
                        merge ? builder.child(above, frame) : builder.newChild(above, frame);
        }
        int[] metrics = new int[columns.size()];
        for (int i = 0; i < metrics.length; i++) metrics[i] = builder.metric(columns.get(i).metric);
        for (int i = 0; i < values; i++) {
            int context = columns.get(column[i]).context;
            if (handle[node[i]] != ProfileBuilder.ROOT)
                builder.add(metrics[column[i]], context, handle[node[i]], value[i]);
        }
        return handle;
    }
}
