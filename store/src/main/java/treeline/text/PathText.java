package treeline.text;

import java.util.ArrayList;
import java.util.List;

/// A call path as text: frame names separated by slashes. Slashes and backslashes in names are
/// escaped with a backslash (`main/operator\/`), so that every path has a unique text that can be
/// parsed.
public final class PathText {
    private static final char SLASH = '/';
    private static final char ESCAPE = '\\';

    private PathText() {}

    /// A name as it stands in a path.
    public static String escaped(String name) {
        return name.indexOf(SLASH) < 0 && name.indexOf(ESCAPE) < 0
                ? name
                : name.replace("\\", "\\\\").replace("/", "\\/");
    }

    /// The names that a path was made from.
    public static List<String> names(String path) {
        List<String> names = new ArrayList<>();
        var name = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == SLASH) {
                names.add(name.toString());
                name.setLength(0);
            } else name.append(c == ESCAPE && i + 1 < path.length() ? path.charAt(++i) : c);
        }
        names.add(name.toString());
        return names;
    }
}
