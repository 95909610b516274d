package treeline.formats.thicket;

import treeline.formats.reading.GraphDocument;
import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// The rows of one run.
final class RunTable {
    private static final int ABSENT = -2;

    private final BitSet nodes = new BitSet();
    private final List<Value> values = new ArrayList<>();
    private final List<Text> texts = new ArrayList<>();

    private record Value(int node, String column, double number) {}

    private record Text(int node, String column, String text) {}

    void touch(int node) {
        nodes.set(node);
    }

    void add(int node, String column, double number) {
        values.add(new Value(node, column, number));
    }

    void label(int node, String column, String text) {
        texts.add(new Text(node, column, text));
    }

    /// The nodes that the run has, with their callers, and its values.
    Profile profile(GraphDocument document, Metadata metadata) {
        var builder = new ProfileBuilder();
        int context = builder.context(Context.WHOLE);
        int[] handle = handles(document, builder);
        for (Value value : values)
            builder.add(
                    builder.metric(document.metric(value.column)),
                    context,
                    handle[value.node],
                    value.number);
        for (Text text : texts) builder.label(text.column, handle[text.node], text.text);
        return builder.metadata(metadata).build();
    }

    private int[] handles(GraphDocument document, ProfileBuilder builder) {
        int[] order = document.order();
        BitSet wanted = new BitSet();
        for (int i = order.length - 1; i >= 0; i--) { // children before parents
            int node = order[i];
            if (!nodes.get(node) && !wanted.get(node)) continue;
            wanted.set(node);
            if (document.parent(node) >= 0) wanted.set(document.parent(node));
        }
        int[] handle = new int[order.length];
        Arrays.fill(handle, ABSENT);
        for (int node : order) {
            if (!wanted.get(node)) continue;
            int parent = document.parent(node);
            int above = parent < 0 ? ProfileBuilder.ROOT : handle[parent];
            handle[node] = builder.newChild(above, document.frame(node));
        }
        return handle;
    }
}
