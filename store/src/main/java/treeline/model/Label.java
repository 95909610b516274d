package treeline.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A fact about nodes that does not vary over contexts, as text: the `tag` of an event, whether a
/// loop's iterations were kept or summed. TinyProf calls these consistent metrics. Or a fact about
/// contexts that does not vary over nodes: the name of a thread. A node or context without the fact
/// has the empty text. Values repeat, so they are stored once and codes refer to them (4 bytes
/// each).
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

    /// How many nodes or contexts the label covers: all of a run.
    public int size() {
        return code.length;
    }

    public String at(int index) {
        return values.get(code[index]);
    }

    /// The label of some nodes or contexts.
    public Label of(int[] chosen) {
        return of(name, Arrays.stream(chosen).mapToObj(this::at).toList());
    }

    /// The distinct texts, in the order in which they first occur.
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
