package treeline.formats.csv;

import treeline.text.PathText;

/// A call path as text: frame names separated by slashes. Slashes and backslashes in names are
/// escaped with a backslash.
final class CsvPath {
    private static final char SLASH = '/';
    private static final char ESCAPE = '\\';

    private CsvPath() {}

    /// @param caller the path of the node's parent, empty for a root
    static String of(String caller, String name) {
        String escaped = PathText.escaped(name);
        return caller.isEmpty() ? escaped : caller + SLASH + escaped;
    }

    /// The path of a node's parent, empty for a root.
    static String caller(String path) {
        return path.substring(0, Math.max(0, lastSlash(path)));
    }

    /// The name of the last frame.
    static String name(String path) {
        String last = path.substring(lastSlash(path) + 1);
        var name = new StringBuilder();
        for (int i = 0; i < last.length(); i++) {
            if (last.charAt(i) == ESCAPE && i + 1 < last.length()) i++;
            name.append(last.charAt(i));
        }
        return name.toString();
    }

    private static int lastSlash(String path) {
        int last = -1;
        for (int i = 0; i < path.length(); i++) {
            if (path.charAt(i) == ESCAPE) i++;
            else if (path.charAt(i) == SLASH) last = i;
        }
        return last;
    }
}
