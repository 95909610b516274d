package treeline.formats.writing;

import tools.jackson.core.JsonGenerator;

import treeline.model.CallTree;
import treeline.model.Frame;

import java.util.List;

/// Writes the graph of numbered nodes and frames in the JSON of Hatchet and Thicket.
public final class GraphJson {
    private GraphJson() {}

    /// The field `graph`: nodes are called by their number in the tree.
    public static void write(CallTree tree, JsonGenerator json) {
        json.writeName("graph").writeStartArray().writeStartObject();
        for (int node = 0; node < tree.size(); node++) {
            json.writeName(Integer.toString(node)).writeStartObject();
            json.writeName("data");
            writeFrame(tree.frame(node), json);
            json.writeName("children").writeStartArray();
            for (int child = node + 1;
                    child < tree.subtreeEnd(node);
                    child = tree.subtreeEnd(child)) json.writeNumber(child);
            json.writeEndArray();
            json.writeName("parents").writeStartArray();
            if (tree.parent(node) != CallTree.NO_PARENT) json.writeNumber(tree.parent(node));
            json.writeEndArray().writeEndObject();
        }
        json.writeEndObject().writeEndArray();
    }

    /// A frame with all that is known of it. A list of names.
    public static void writeTexts(String name, List<String> texts, JsonGenerator json) {
        json.writeArrayPropertyStart(name);
        texts.forEach(json::writeString);
        json.writeEndArray();
    }

    public static void writeFrame(Frame frame, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("type", typeOf(frame.kind()));
        json.writeStringProperty("name", frame.name());
        if (!frame.file().isEmpty()) json.writeStringProperty("file", frame.file());
        if (frame.line() > 0) json.writeNumberProperty("line", frame.line());
        if (!frame.module().isEmpty()) json.writeStringProperty("module", frame.module());
        json.writeEndObject();
    }

    private static String typeOf(Frame.Kind kind) {
        return switch (kind) {
            case FUNCTION -> "function";
            case REGION -> "region";
            case LOOP -> "loop";
            case LINE -> "statement";
            case INSTRUCTION -> "instruction";
            case KERNEL -> "kernel";
            case THREAD -> "thread";
            case OTHER -> "other";
        };
    }
}
