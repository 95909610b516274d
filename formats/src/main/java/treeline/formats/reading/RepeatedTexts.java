package treeline.formats.reading;

/// Texts that come again and again, such as names: one that was met before is found by its letters
/// and not made again. A bounded number of them is remembered.
final class RepeatedTexts {
    private static final int SLOTS = 1 << 13;
    private static final int LONGEST = 256;

    private final String[] texts = new String[SLOTS];

    String of(char[] letters, int from, int length) {
        if (length > LONGEST) return new String(letters, from, length);
        int hash = length;
        for (int i = from; i < from + length; i++) hash = 31 * hash + letters[i];
        int slot = (hash ^ hash >>> 15) & (SLOTS - 1);
        String known = texts[slot];
        if (known != null && isSame(known, letters, from, length)) return known;
        String text = new String(letters, from, length);
        texts[slot] = text;
        return text;
    }

    private static boolean isSame(String known, char[] letters, int from, int length) {
        if (known.length() != length) return false;
        for (int i = 0; i < length; i++) if (known.charAt(i) != letters[from + i]) return false;
        return true;
    }
}
