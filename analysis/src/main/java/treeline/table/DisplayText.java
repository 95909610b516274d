package treeline.table;

/// Text as a terminal shows it: how many cells it takes, and what is safe to print. Symbols come
/// from files of others, so control characters (line feeds, escape sequences) become pictures.
final class DisplayText {
    private static final String MORE = "…";

    private DisplayText() {}

    /// The text without control characters, cut to a width.
    static String of(String text, int maxWidth) {
        boolean fits = text.length() <= maxWidth / 2 || width(text) <= maxWidth;
        int room = fits ? Integer.MAX_VALUE : maxWidth - 1;
        var shown = new StringBuilder();
        for (int i = 0; i < text.length(); ) {
            int symbol = text.codePointAt(i);
            room -= width(symbol);
            if (room < 0) return shown.append(MORE).toString();
            shown.appendCodePoint(visible(symbol));
            i += Character.charCount(symbol);
        }
        return shown.toString();
    }

    static int width(String text) {
        return text.codePoints().map(DisplayText::width).sum();
    }

    /// Marks that sit on the letter before take no cell, symbols of East Asian scripts and emoji
    /// two.
    private static int width(int symbol) {
        return switch (Character.getType(symbol)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isWide(symbol) ? 2 : 1;
        };
    }

    private static boolean isWide(int symbol) {
        if (symbol < 0x1100) return false;
        return switch (Character.UnicodeScript.of(symbol)) {
            case HAN, HANGUL, HIRAGANA, KATAKANA, BOPOMOFO, YI ->
                    symbol < 0xff61 || symbol > 0xffdc;
            default ->
                    (symbol >= 0x3000 && symbol <= 0x303e)
                            || (symbol >= 0xff01 && symbol <= 0xff60)
                            || Character.isEmojiPresentation(symbol);
        };
    }

    private static int visible(int symbol) {
        if (symbol < 0x20) return 0x2400 + symbol; // ␀ to ␟
        if (symbol == 0x7f) return 0x2421; // ␡
        return Character.isISOControl(symbol) || isHalf(symbol) ? 0xfffd : symbol;
    }

    private static boolean isHalf(int symbol) {
        return symbol >= Character.MIN_SURROGATE && symbol <= Character.MAX_SURROGATE;
    }
}
