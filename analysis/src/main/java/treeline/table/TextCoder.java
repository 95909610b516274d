package treeline.table;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Assigns integer codes to texts by first occurrence: the dictionary of a column under
/// construction.
final class TextCoder {
    private final Map<String, Integer> codes = new HashMap<>();
    private final List<String> texts = new ArrayList<>();

    int code(@Nullable String text) {
        if (text == null) return TextColumn.MISSING;
        Integer known = codes.putIfAbsent(text, texts.size());
        if (known != null) return known;
        texts.add(text);
        return texts.size() - 1;
    }

    /// The codes of a whole dictionary, by its old codes.
    int[] codes(String[] dictionary) {
        int[] recoded = new int[dictionary.length];
        for (int i = 0; i < recoded.length; i++) recoded[i] = code(dictionary[i]);
        return recoded;
    }

    String[] texts() {
        return texts.toArray(String[]::new);
    }
}
