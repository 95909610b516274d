package treeline.formats.reading;

import org.jspecify.annotations.Nullable;

import treeline.array.Doubles;
import treeline.array.Ints;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Nodes whose frames become known only after their children, or never. Values are buffered until
/// the nodes can be created.
public final class NodeDrafts {
    private final Ints parent = new Ints();
    private final List<@Nullable Frame> frames = new ArrayList<>();
    private final Ints node = new Ints();
    private final Ints column = new Ints(); // an index into columns
    private final Doubles value = new Doubles();
    private final List<Column> columns = new ArrayList<>();
    private final Map<Column, Integer> columnIndex = new HashMap<>();

    /// The values of a metric in a context.
    private record Column(Metric metric, int context) {}

    /// A new draft under another one, or a root under [NestedNodes#NO_PARENT].
    public int open(int parentDraft) {
        parent.add(parentDraft);
        frames.add(null);
        return frames.size() - 1;
    }

    /// A draft that never gets a frame is left out, and its children stand where it stood.
    public void frame(int draft, Frame frame) {
        frames.set(draft, frame);
    }

    public @Nullable Frame frame(int draft) {
        return frames.get(draft);
    }

    public int parent(int draft) {
        return parent.at(draft);
    }

    public int size() {
        return frames.size();
    }

    public boolean hasValues() {
        return !value.isEmpty();
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
        node.add(draft);
        column.add(columnAt);
        value.add(number);
    }

    /// Makes the nodes and adds their values; returns the builder's node of each draft.
    ///
    /// @param merge whether siblings of one frame are one node
    public int[] moveTo(ProfileBuilder builder, boolean merge) {
        int[] handle = new int[size()];
        for (int draft = 0; draft < handle.length; draft++) {
            int above = parent.at(draft) < 0 ? ProfileBuilder.ROOT : handle[parent.at(draft)];
            Frame frame = frames.get(draft);
            if (frame == null) handle[draft] = above;
            else
                handle[draft] =
                        merge ? builder.child(above, frame) : builder.newChild(above, frame);
        }
        int[] metrics = new int[columns.size()];
        for (int i = 0; i < metrics.length; i++) metrics[i] = builder.metric(columns.get(i).metric);
        for (int i = 0; i < value.size(); i++) {
            int at = handle[node.at(i)];
            int context = columns.get(column.at(i)).context;
            if (at != ProfileBuilder.ROOT)
                builder.add(metrics[column.at(i)], context, at, value.at(i));
        }
        return handle;
    }
}
