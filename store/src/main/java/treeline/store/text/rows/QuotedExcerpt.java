package treeline.store.text.rows;

import java.nio.charset.StandardCharsets;

/// Excerpt of the input for error messages: quoted, printable and short, because a row may be a
/// gigabyte long.
public final class QuotedExcerpt {
    private static final int MAX_LENGTH = 40;

    private QuotedExcerpt() {}

    public static String of(String text) {
        boolean whole = text.length() <= MAX_LENGTH;
        var quoted = new StringBuilder("'");
        for (char c : (whole ? text : text.substring(0, MAX_LENGTH)).toCharArray())
            quoted.append(Character.isISOControl(c) ? "\\x%02x".formatted((int) c) : c);
        return quoted.append(whole ? "'" : "...'").toString();
    }

    public static String of(byte[] text, int from, int to) {
        int shown = Math.min(to, from + MAX_LENGTH + 1);
        return of(new String(text, from, shown - from, StandardCharsets.UTF_8));
    }
}
