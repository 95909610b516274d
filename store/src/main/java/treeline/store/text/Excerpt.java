package treeline.store.text;

import java.nio.charset.StandardCharsets;

/// What was found, for error messages: quoted, printable and short, because a row may be a
/// gigabyte.
final class Excerpt {
    private static final int LONGEST = 40;

    private Excerpt() {}

    static String of(String text) {
        boolean whole = text.length() <= LONGEST;
        var quoted = new StringBuilder("'");
        for (char c : (whole ? text : text.substring(0, LONGEST)).toCharArray())
            quoted.append(Character.isISOControl(c) ? "\\x%02x".formatted((int) c) : c);
        return quoted.append(whole ? "'" : "...'").toString();
    }

    static String of(byte[] text, int from, int to) {
        int shown = Math.min(to, from + LONGEST + 1);
        return of(new String(text, from, shown - from, StandardCharsets.UTF_8));
    }
}
