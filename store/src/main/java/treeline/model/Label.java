package treeline.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A string attribute of nodes that is the same in all contexts, such as the `tag` of an event
/// (TinyProf: consistent metric), or of contexts that is the same at all nodes, such as a thread
/// name. A node or context without the attribute has the empty string. Values are
/// dictionary-encoded, with a 4-byte code each.
public final class Label {
    private final String name;
    private final int[] code;
    private final List<String> values;

    private Label(String name, int[] code, List<String> values) {
        this.name = name;
        this.code = code;
        this.values = values;
    }

    public static Label of(String name, List<String> texts) {
        if (name.isBlank()) throw new IllegalArgumentException("label name is blank");
        Map<String, Integer> codes = new HashMap<>();
        List<String> values = new ArrayList<>();
        int[] code = new int[texts.size()];
        for (int index = 0; index < code.length; index++)
            code[index] =
                    codes.computeIfAbsent(
                            texts.get(index),
                            value -> {
                                values.add(value);
                                return values.size() - 1;
                            });
        return new Label(name, code, List.copyOf(values));
    }

    public String name() {
        return name;
    }

    /// Number of nodes or contexts of the run.
    public int size() {
        return code.length;
    }

    public String at(int index) {
        return values.get(code[index]);
    }

    /// The label of selected nodes or contexts.
    public Label of(int[] chosen) {
        return of(name, Arrays.stream(chosen).mapToObj(this::at).toList());
    }

    /// The distinct values, in order of first occurrence.
    public List<String> values() {
        return values;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Label that
                && name.equals(that.name)
                && texts().equals(that.texts());
    }

    @Override
    public int hashCode() {
        return name.hashCode() * 31 + texts().hashCode();
    }

    private List<String> texts() {
        List<String> texts = new ArrayList<>(code.length);
        for (int each : code) texts.add(values.get(each));
        return texts;
    }
}
