package treeline.formats.collapsed;

import treeline.model.Frame;
import treeline.model.ProfileBuilder;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Frames by their texts. The tail of a text says what kind of code it is: `_[k]` is the kernel,
/// which becomes the module; the others say how the JVM ran a method, which may differ from call to
/// call, so they are a label of the node.
final class CollapsedFrames {
    private static final Map<String, String> TAILS =
            Map.of(
                    "_[j]", "JIT",
                    "_[i]", "inlined",
                    "_[0]", "interpreted",
                    "_[1]", "C1");
    private static final String KERNEL_TAIL = "_[k]";
    private static final int TAIL_LENGTH = KERNEL_TAIL.length();

    private final Map<String, Known> frames = new HashMap<>();
    private final Map<Integer, Set<String>> codeOfNode = new HashMap<>();

    /// @param code how it was compiled, empty where the text does not say
    private record Known(int frame, String code) {}

    /// The node of a frame under another one.
    int child(ProfileBuilder builder, int parent, String text) {
        Known known = frames.get(text);
        if (known == null) {
            known = read(builder, text);
            frames.put(text, known);
        }
        int node = builder.child(parent, known.frame);
        if (!known.code.isEmpty())
            codeOfNode.computeIfAbsent(node, _ -> new TreeSet<>()).add(known.code);
        return node;
    }

    private static Known read(ProfileBuilder builder, String text) {
        if (text.isEmpty()) return new Known(builder.frame(Frame.function("unnamed")), "");
        int end = text.length() - TAIL_LENGTH;
        String tail = end > 0 ? text.substring(end) : "";
        if (tail.equals(KERNEL_TAIL))
            return new Known(
                    builder.frame(
                            new Frame(
                                    Frame.Kind.FUNCTION,
                                    text.substring(0, end),
                                    "",
                                    0,
                                    "[kernel]")),
                    "");
        String code = TAILS.getOrDefault(tail, "");
        String name = code.isEmpty() ? text : text.substring(0, end);
        return new Known(builder.frame(Frame.function(name)), code);
    }

    void labelNodes(ProfileBuilder builder) {
        codeOfNode.forEach((node, codes) -> builder.label("code", node, String.join(", ", codes)));
    }
}
