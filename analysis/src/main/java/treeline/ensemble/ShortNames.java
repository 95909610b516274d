package treeline.ensemble;

import java.util.List;

/// What runs are called where people read it: without the folder that is common to all of them.
///
/// @param folder what was left out, with its last slash; empty where nothing was
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
