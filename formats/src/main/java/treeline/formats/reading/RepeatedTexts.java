package treeline.formats.reading;

import java.util.Arrays;

/// A bounded string interner that looks strings up by their characters before creating them.
final class RepeatedTexts {
    private static final int SLOTS = 1 << 13;
    private static final int MAX_LENGTH = 256;

    /// Names of one program begin alike.
    private static final int HASHED = 12;

    private final String[] texts = new String[SLOTS];
    private final char[][] lettersOf = new char[SLOTS][];

    String of(char[] letters, int from, int length) {
        int to = from + length;
        if (length > MAX_LENGTH) return new String(letters, from, length);
        int hash = length;
        for (int i = Math.max(from, to - HASHED); i < to; i++) hash = 31 * hash + letters[i];
        int slot = (hash ^ hash >>> 15) & (SLOTS - 1);
        char[] known = lettersOf[slot];
        if (known != null && Arrays.equals(known, 0, known.length, letters, from, to))
            return texts[slot];
        String text = new String(letters, from, length);
        texts[slot] = text;
        lettersOf[slot] = Arrays.copyOfRange(letters, from, to);
        return text;
    }
}
