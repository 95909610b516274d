package treeline.store.text.rows;

import treeline.model.Label;

import java.util.Arrays;

/// The texts of one label by row, keyed by a handle of the row's node.
public final class LabelTexts {
    private final String name;
    private String[] texts = new String[16];

    public LabelTexts(String name) {
        this.name = name;
        Arrays.fill(texts, "");
    }

    /// Keeps the first text that a node gets.
    public void put(int node, String text) {
        if (text.isEmpty()) return;
        if (node >= texts.length) {
            int old = texts.length;
            texts = Arrays.copyOf(texts, Math.max(node + 1, old * 2));
            Arrays.fill(texts, old, texts.length, "");
        }
        if (texts[node].isEmpty()) texts[node] = text;
    }

    public boolean isEmpty() {
        return Arrays.stream(texts).allMatch(String::isEmpty);
    }

    /// The label over a tree.
    ///
    /// @param placeOf where the node of each handle stands in it
    public Label label(int[] placeOf, int nodes) {
        String[] byPlace = new String[nodes];
        Arrays.fill(byPlace, "");
        for (int node = 0; node < Math.min(placeOf.length, texts.length); node++)
            byPlace[placeOf[node]] = texts[node];
        return Label.of(name, Arrays.asList(byPlace));
    }
}
