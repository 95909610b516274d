package treeline.store.text.tinyprof;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// The name table of generation 3: `name,code,name,code,...`, by code.
record TinyProfNames(Map<String, String> byCode) {
    static final TinyProfNames NONE = new TinyProfNames(Map.of());

    private static final Pattern CODE = Pattern.compile("\\d{1,9}");

    TinyProfNames {
        byCode = Map.copyOf(byCode);
    }

    /// The table that a line is, or null.
    static @Nullable TinyProfNames of(String line) {
        String[] fields = line.split(",", -1);
        if (fields.length % 2 != 0) return null;
        Map<String, String> byCode = new HashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            boolean isPair = !fields[i].isEmpty() && isCode(fields[i + 1]);
            if (!isPair || byCode.put(fields[i + 1], fields[i]) != null) return null;
        }
        return new TinyProfNames(byCode);
    }

    static boolean isCode(String text) {
        return CODE.matcher(text).matches();
    }
}
