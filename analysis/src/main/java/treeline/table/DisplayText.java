package treeline.table;

/// Terminal text: display width and escaping. Symbols come from untrusted files, so control
/// characters (line feeds, escape sequences) are replaced by visible symbols.
final class DisplayText {
    private static final String MORE = "…";

    private DisplayText() {}

    /// The text without control characters, cut to a width in its middle: call paths that begin
    /// alike end differently.
    static String of(String text, int maxWidth) {
        boolean fits = text.length() <= maxWidth / 2 || width(text) <= maxWidth;
        int[] symbols = text.codePoints().toArray();
        if (fits) return shown(symbols, 0, symbols.length);
        int room = maxWidth - 1;
        int head = 0;
        for (int left = room - room / 2; (left -= width(symbols[head])) >= 0; ) head++;
        int tail = symbols.length;
        for (int left = room / 2; (left -= width(symbols[tail - 1])) >= 0; ) tail--;
        return shown(symbols, 0, head) + MORE + shown(symbols, tail, symbols.length);
    }

    private static String shown(int[] symbols, int from, int to) {
        var shown = new StringBuilder();
        for (int i = from; i < to; i++) shown.appendCodePoint(visible(symbols[i]));
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
