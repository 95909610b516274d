package treeline.formats.collapsed;

import treeline.formats.reading.ByteMemo;
import treeline.model.Frame;
import treeline.model.ProfileBuilder;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Frames from text. The suffix `_[k]` marks kernel code and becomes the module; other suffixes
/// tell how the JVM executed a method, which may differ from call to call, and become a node label.
final class CollapsedFrames {
    private static final Map<String, String> TAILS =
            Map.of(
                    "_[j]", "JIT",
                    "_[i]", "inlined",
                    "_[0]", "interpreted",
                    "_[1]", "C1");
    private static final String KERNEL_TAIL = "_[k]";
    private static final int TAIL_LENGTH = KERNEL_TAIL.length();

    private final Map<String, Integer> frames = new HashMap<>(); // numbers of those that are known
    private final List<Known> known = new ArrayList<>();
    private final ByteMemo memo = new ByteMemo();
    private final Map<Integer, Set<String>> codeOfNode = new HashMap<>();

    /// A frame with its execution mode.
    ///
    /// @param code the execution mode, or empty
    private record Known(int frame, String code) {}

    /// The node of a frame under another one.
    int child(ProfileBuilder builder, int parent, byte[] in, int from, int to) {
        int number = memo.value(in, from, to);
        if (number == ByteMemo.NONE) {
            number = number(builder, new String(in, from, to - from, StandardCharsets.UTF_8));
            memo.put(in, from, to, number);
        }
        Known frame = known.get(number);
        int node = builder.child(parent, frame.frame);
        if (!frame.code.isEmpty())
            codeOfNode.computeIfAbsent(node, _ -> new TreeSet<>()).add(frame.code);
        return node;
    }

    private int number(ProfileBuilder builder, String text) {
        Integer number = frames.putIfAbsent(text, known.size());
        if (number != null) return number;
        known.add(read(builder, text));
        return known.size() - 1;
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
