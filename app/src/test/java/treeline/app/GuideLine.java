package treeline.app;

import java.nio.file.Path;
import java.util.regex.Pattern;

/// A command of a guide as the words that a shell makes of it.
final class GuideLine {
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final Pattern FILE = Pattern.compile(".*\\.(?:tldb|cali|csv|svg)|nightly");

    private GuideLine() {}

    /// The words of a line, with files and the archive in a folder.
    static String[] words(String line, Path folder) {
        return WORD.matcher(line)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .map(word -> FILE.matcher(word).matches() ? folder.resolve(word).toString() : word)
                .toArray(String[]::new);
    }
}
