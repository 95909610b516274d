package treeline.ensemble.metadata;

import treeline.text.NameList;

import java.util.List;

/// Lists of metadata keys for messages.
public final class MetadataNames {
    private static final int MAX_NAMES = 12;

    private MetadataNames() {}

    public static String listed(List<String> names) {
        return names.isEmpty() ? "none" : NameList.shortened(names, MAX_NAMES);
    }
}
