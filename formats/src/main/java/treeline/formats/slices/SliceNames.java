package treeline.formats.slices;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Interned slice names: few distinct names, millions of slices.
final class SliceNames {
    private final List<String> texts = new ArrayList<>();
    private final Map<String, Integer> index = new HashMap<>();

    int of(String text) {
        Integer known = index.get(text);
        if (known != null) return known;
        index.put(text, texts.size());
        texts.add(text);
        return texts.size() - 1;
    }

    String text(int name) {
        return texts.get(name);
    }
}
