package treeline.question.screen;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Word wrap: a line that does not fit the screen continues, indented, in the next. A word that is
/// wider than the screen, such as a call path, is shortened in its middle.
public final class Paragraph {
    private static final String INDENT = "  ";
    private static final Pattern COLOURS = Pattern.compile("\u001b\\[[0-9;]*m");

    /// A blank at which a line may end: a number stays with its unit.
    private static final Pattern BREAK =
            Pattern.compile(" (?!(?<=\\d )(?:%|[nµm]?s|[KMGTPk]?i?B|[kMGTP]|min|h)(?!\\w))");

    private Paragraph() {}

    /// The text with those of its lines broken that do not fit the screen.
    public static String fitted(String text, Screen screen) {
        return Arrays.stream(text.split("\n", -1))
                .map(line -> columns(line) <= screen.width() ? line : broken(line, screen))
                .collect(Collectors.joining("\n"));
    }

    private static String broken(String line, Screen screen) {
        return broken(line, screen.width(), screen.ellipsis());
    }

    private static String broken(String text, int width, String ellipsis) {
        String indent = text.substring(0, text.length() - text.stripLeading().length());
        var lines = new StringBuilder();
        var line = new StringBuilder(indent);
        for (String word : BREAK.split(text.stripLeading())) {
            boolean first = line.toString().isBlank();
            if (!first && columns(line.toString()) + 1 + columns(word) > width) {
                lines.append(line.toString().stripTrailing()).append('\n');
                line.setLength(0);
                line.append(indent).append(INDENT);
            } else if (!first) line.append(' ');
            line.append(cut(word, Math.max(1, width - columns(line.toString())), ellipsis));
        }
        return lines.append(line).toString();
    }

    /// A word with colours is left alone: a cut could lose the end of its colour.
    private static String cut(String word, int columns, String ellipsis) {
        return columns(word) < TextWidth.of(word)
                ? word
                : TextWidth.cutInMiddle(word, columns, ellipsis);
    }

    private static int columns(String text) {
        return TextWidth.of(
                text.indexOf('\u001b') < 0 ? text : COLOURS.matcher(text).replaceAll(""));
    }
}
