package treeline.question.screen;

import treeline.view.DisplayNames;

/// Display width of text in a terminal, and shortening. Names come from untrusted profiles, so
/// control characters are made visible first.
public final class TextWidth {
    /// First and last code points that take two columns (East Asian wide and fullwidth, emoji).
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x2614, 0x2615, 0x2648,
        0x2653, 0x267F, 0x267F, 0x26A1, 0x26A1, 0x2705, 0x2705, 0x274C, 0x274C, 0x2753, 0x2755,
        0x2795, 0x2797, 0x27B0, 0x27B0, 0x2B1B, 0x2B1C, 0x2E80, 0x303E, 0x3041, 0x33FF, 0x3400,
        0x4DBF, 0x4E00, 0x9FFF, 0xA000, 0xA4CF, 0xA960, 0xA97F, 0xAC00, 0xD7A3, 0xF900, 0xFAFF,
        0xFE30, 0xFE6F, 0xFF00, 0xFF60, 0xFFE0, 0xFFE6, 0x1F300, 0x1F64F, 0x1F680, 0x1F6FF, 0x1F900,
        0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000, 0x3FFFD
    };

    private TextWidth() {}

    /// Columns of text without control characters.
    public static int of(String text) {
        int columns = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            columns += of(point);
            i += Character.charCount(point);
        }
        return columns;
    }

    private static int of(int point) {
        if (point < 0x300) return 1;
        return switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isWide(point) ? 2 : 1;
        };
    }

    private static boolean isWide(int point) {
        for (int i = 0; i < WIDE.length && WIDE[i] <= point; i += 2)
            if (point <= WIDE[i + 1]) return true;
        return false;
    }

    /// A name with control characters written out, so that a profile cannot steer the terminal.
    public static String printable(String text) {
        return DisplayNames.printable(text);
    }

    /// The text cut at the end so that it fits, the mark of the cut included.
    public static String cutAtEnd(String text, int columns, String mark) {
        if (of(text) <= columns) return text;
        int room = columns - of(mark);
        if (room <= 0) return head(text, columns);
        return head(text, room) + mark;
    }

    /// The text cut in the middle so that it fits: names differ at their ends.
    public static String cutInMiddle(String text, int columns, String mark) {
        if (of(text) <= columns) return text;
        int room = columns - of(mark);
        if (room < 2) return head(text, columns);
        return head(text, Math.ceilDiv(room, 2)) + mark + tail(text, room / 2);
    }

    private static String head(String text, int columns) {
        int used = 0;
        int end = 0;
        while (end < text.length()) {
            int point = text.codePointAt(end);
            if (used + of(point) > columns) break;
            used += of(point);
            end += Character.charCount(point);
        }
        return text.substring(0, end);
    }

    private static String tail(String text, int columns) {
        int used = 0;
        int start = text.length();
        while (start > 0) {
            int point = text.codePointBefore(start);
            if (used + of(point) > columns) break;
            used += of(point);
            start -= Character.charCount(point);
        }
        return text.substring(start);
    }

    public static String padLeft(String text, int columns) {
        return " ".repeat(Math.max(0, columns - of(text))) + text;
    }

    public static String padRight(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - of(text)));
    }
}
