package treeline.text;

import java.util.function.IntPredicate;

/// Control characters as visible text. Names and messages contain bytes of files that others wrote:
/// an escape sequence would clear the terminal, set its title or overwrite lines, and a directional
/// override would show a name in another order than it is stored.
public final class ControlCharacters {
    private ControlCharacters() {}

    /// Whether a code point is a control character (C0, DEL, C1), a directional embedding, override
    /// or isolate, or a surrogate without its other half.
    public static boolean isControl(int point) {
        return Character.isISOControl(point)
                || (point >= 0x202A && point <= 0x202E)
                || (point >= 0x2066 && point <= 0x2069)
                || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
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

    private static String visible(String text, IntPredicate isReplaced) {
        if (text.codePoints().noneMatch(isReplaced)) return text;
        var visible = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(
                        point -> {
                            if (isReplaced.test(point)) visible.append(escape(point));
                            else visible.appendCodePoint(point);
                        });
        return visible.toString();
    }

    private static String escape(int point) {
        return switch (point) {
            case '\n' -> "\\n";
            case '\t' -> "\\t";
            default -> "\\u{%x}".formatted(point);
        };
    }
}
