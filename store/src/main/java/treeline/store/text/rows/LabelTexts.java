package treeline.store.text.rows;

import treeline.model.Label;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The texts of one label by row, keyed by a handle of the row's node.
public final class LabelTexts {
    private final String name;
    private final List<String> texts = new ArrayList<>();

    public LabelTexts(String name) {
        this.name = name;
    }

    /// Keeps the first text that a node gets.
    public void put(int node, String text) {
        if (text.isEmpty()) return;
        while (texts.size() <= node) texts.add("");
        if (texts.get(node).isEmpty()) texts.set(node, text);
    }

    public boolean isEmpty() {
        return texts.stream().allMatch(String::isEmpty);
    }

    /// The label over a tree.
    ///
    /// @param placeOf where the node of each handle stands in it
    public Label label(int[] placeOf, int nodes) {
        String[] byPlace = new String[nodes];
        Arrays.fill(byPlace, "");
        for (int node = 0; node < Math.min(placeOf.length, texts.size()); node++)
            byPlace[placeOf[node]] = texts.get(node);
        return Label.of(name, Arrays.asList(byPlace));
    }
}
