package treeline.formats.reading;

import tools.jackson.core.JsonToken;

import treeline.array.Ints;

/// Traverses call trees stored as nested objects without recursion, because they can be deeper than
/// a thread's stack.
public final class NestedNodes {
    public static final int NO_PARENT = -1;

    private final Ints open = new Ints();

    private NestedNodes() {}

    /// Builds nodes. Their fields may come in any order.
    public interface Reader {
        /// A node begins; returns the handle under which it is known from here on.
        int open(int parent);

        /// A field that is not the list of children; what is not read of its value is passed over.
        void field(int node, JsonCursor json);

        /// All fields and children of a node were seen.
        default void close(int node) {}
    }

    /// Walks the node that the cursor is at, with everything below it.
    public static void walk(JsonCursor json, String children, Reader reader) {
        json.requireObject("a node");
        var nodes = new NestedNodes();
        nodes.open.add(reader.open(NO_PARENT));
        while (!nodes.open.isEmpty()) {
            JsonToken token = json.next();
            if (token == JsonToken.END_OBJECT) reader.close(nodes.open.removeLast());
            else if (token == JsonToken.START_OBJECT)
                nodes.open.add(reader.open(nodes.open.last()));
            else if (token == JsonToken.PROPERTY_NAME) nodes.field(json, children, reader);
            else if (token != JsonToken.END_ARRAY)
                throw json.malformed("a node as an object", json.found());
        }
    }

    private void field(JsonCursor json, String children, Reader reader) {
        boolean isChildren = json.name().equals(children);
        JsonToken value = json.next();
        if (!isChildren) {
            reader.field(open.last(), json);
            json.skip();
        } else if (value != JsonToken.VALUE_NULL) json.requireArray(children);
    }
}
