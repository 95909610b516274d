package treeline.text;

import java.util.function.IntPredicate;

/// Control characters as visible text. Names and messages contain bytes of files that others wrote:
/// an escape sequence would clear the terminal, set its title or overwrite lines, and a directional
/// override would show a name in another order than it is stored.
public final class ControlCharacters {
    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    private ControlCharacters() {}

    /// Whether a code point is a control character (C0, DEL, C1), a line or paragraph separator, a
    /// surrogate without its other half, or an invisible format character such as a directional
    /// override, a zero-width space or a byte order mark. Joiners are not: scripts and emoji need
    /// them.
    public static boolean isControl(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    true;
            case Character.FORMAT -> point != ZERO_WIDTH_NON_JOINER && point != ZERO_WIDTH_JOINER;
            default -> false;
        };
    }

    /// The text on one line: line ends and tabs as in Java strings, all other control characters as
    /// their code point in braces after a backslash and `u`.
    public static String visible(String text) {
        return visible(text, ControlCharacters::isControl);
    }

    /// The text with its line ends and tabs, and with all other control characters made visible.
    public static String visibleInLines(String text) {
        return visible(text, point -> point != '\n' && point != '\t' && isControl(point));
    }

    /// Allocates nothing for a text without such characters, which is almost every cell of a table.
    private static String visible(String text, IntPredicate isReplaced) {
        int first = firstOf(text, isReplaced);
        if (first == text.length()) return text;
        var visible = new StringBuilder(text.length() + 16).append(text, 0, first);
        for (int i = first, point; i < text.length(); i += Character.charCount(point)) {
            point = text.codePointAt(i);
            if (isReplaced.test(point)) visible.append(escape(point));
            else visible.appendCodePoint(point);
        }
        return visible.toString();
    }

    private static int firstOf(String text, IntPredicate isReplaced) {
        int at = 0;
        while (at < text.length()) {
            int point = text.codePointAt(at);
            if (isReplaced.test(point)) return at;
            at += Character.charCount(point);
        }
        return at;
    }

    private static String escape(int point) {
        return switch (point) {
            case '\n' -> "\\n";
            case '\t' -> "\\t";
            default -> "\\u{%x}".formatted(point);
        };
    }
}
