package treeline.ensemble.metadata;

import java.util.List;

/// Lists of metadata keys for messages.
public final class MetadataNames {
    private static final int MAX_NAMES = 12;

    private MetadataNames() {}

    public static String listed(List<String> names) {
        if (names.isEmpty()) return "none";
        int more = names.size() - MAX_NAMES;
        return more <= 0
                ? String.join(", ", names)
                : "%s and %d more".formatted(String.join(", ", names.subList(0, MAX_NAMES)), more);
    }
}
