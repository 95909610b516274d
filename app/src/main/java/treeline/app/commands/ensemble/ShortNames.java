package treeline.app.commands.ensemble;

import treeline.app.terminal.Console;
import treeline.app.terminal.TextWidth;

import java.util.List;

/// What runs are called where people read it: without the folder that is common to all of them.
///
/// @param folder what was left out, with its last slash; empty where nothing was
record ShortNames(String folder, List<String> all) {

    static ShortNames of(List<String> keys) {
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

    void printFolder(Console console) {
        if (!folder.isEmpty())
            console.out().println("\nruns are in " + TextWidth.printable(folder));
    }
}
