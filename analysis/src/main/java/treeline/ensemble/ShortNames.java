package treeline.ensemble;

import java.util.List;

/// Display names of runs, without their common folder.
///
/// @param folder the omitted folder with its trailing slash; empty if the runs share none
public record ShortNames(String folder, List<String> all) {

    public ShortNames {
        all = List.copyOf(all);
    }

    public static ShortNames of(List<String> keys) {
        String folder = folderOf(keys.getFirst());
        for (String key : keys)
            while (!key.startsWith(folder))
                folder = folderOf(folder.substring(0, folder.length() - 1));
        int cut = folder.length();
        return new ShortNames(folder, keys.stream().map(key -> key.substring(cut)).toList());
    }

    private static String folderOf(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }
}
