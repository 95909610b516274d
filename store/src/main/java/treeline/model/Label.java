package treeline.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A fact about nodes that does not vary over contexts, as text: the `tag` of an event, whether a
/// loop's iterations were kept or summed. TinyProf calls these consistent metrics. A node without
/// the fact has the empty text. Values repeat, so they are stored once and nodes hold codes (4
/// bytes a node).
public final class Label {
    private final String name;
    private final int[] code;
    private final List<String> values;

    private Label(String name, int[] code, List<String> values) {
        this.name = name;
        this.code = code;
        this.values = values;
    }

    public static Label of(String name, List<String> byNode) {
        if (name.isBlank()) throw new IllegalArgumentException("label name is blank");
        Map<String, Integer> codes = new HashMap<>();
        List<String> values = new ArrayList<>();
        int[] code = new int[byNode.size()];
        for (int node = 0; node < code.length; node++)
            code[node] =
                    codes.computeIfAbsent(
                            byNode.get(node),
                            value -> {
                                values.add(value);
                                return values.size() - 1;
                            });
        return new Label(name, code, List.copyOf(values));
    }

    public String name() {
        return name;
    }

    /// How many nodes the label covers: all of the tree.
    public int nodes() {
        return code.length;
    }

    public String at(int node) {
        return values.get(code[node]);
    }

    /// The distinct texts, in the order in which nodes first carry them.
    public List<String> values() {
        return values;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Label that
                && name.equals(that.name)
                && byNode().equals(that.byNode());
    }

    @Override
    public int hashCode() {
        return name.hashCode() * 31 + byNode().hashCode();
    }

    private List<String> byNode() {
        List<String> texts = new ArrayList<>(code.length);
        for (int each : code) texts.add(values.get(each));
        return texts;
    }
}
