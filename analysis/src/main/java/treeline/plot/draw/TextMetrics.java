package treeline.plot.draw;

import treeline.text.ControlCharacters;

/// Estimated text widths without a font: SVG is rendered with the fonts of the reader. Widths are
/// those of a wide font, so that text that fits here fits elsewhere.
public final class TextMetrics {
    private static final String MORE = "…";
    private static final double BOLD = 1.13;
    private static final double OTHER = 0.7;

    /// Hundredths of the size, from the space to the tilde.
    private static final int[] ASCII = {
        32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64,
        64, 64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86,
        75, 79, 60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63,
        62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64,
        34, 64, 84
    };

    private TextMetrics() {}

    public static double width(String text, double size, boolean bold) {
        double width = text.codePoints().mapToDouble(TextMetrics::width).sum();
        return width * size * (bold ? BOLD : 1);
    }

    private static double width(int symbol) {
        if (symbol >= ' ' && symbol < ' ' + ASCII.length) return ASCII[symbol - ' '] / 100.0;
        return switch (Character.getType(symbol)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> symbol >= 0x1100 || symbol == MORE.codePointAt(0) ? 1 : OTHER;
        };
    }

    /// The text, or as much of its start and end as fits: the end of a call path says most.
    static String fitted(String text, double room, double size, boolean bold) {
        if (width(text, size, bold) <= room) return text;
        int[] symbols = text.codePoints().toArray();
        for (int kept = symbols.length - 1; kept > 0; kept--) {
            int start = kept / 3;
            String cut =
                    new String(symbols, 0, start)
                            + MORE
                            + new String(symbols, symbols.length - (kept - start), kept - start);
            if (width(cut, size, bold) <= room) return cut;
        }
        return width(MORE, size, bold) <= room ? MORE : "";
    }

    /// The text as lines that fit, broken between words.
    public static java.util.List<String> lines(String text, double room, double size) {
        var lines = new java.util.ArrayList<String>();
        var line = new StringBuilder();
        for (String word : text.split(" ")) {
            String longer = line.isEmpty() ? word : line + " " + word;
            if (!line.isEmpty() && width(longer, size, false) > room) {
                lines.add(fitted(line.toString(), room, size, false));
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(fitted(line.toString(), room, size, false));
        return lines;
    }

    /// The text without what XML cannot hold or what changes the direction of writing: control
    /// characters become pictures, halves of symbols a mark, directional overrides their code.
    static String printable(String text) {
        var shown = new StringBuilder();
        text.codePoints().forEach(symbol -> appendPrintable(shown, symbol));
        return shown.toString();
    }

    private static void appendPrintable(StringBuilder shown, int symbol) {
        if (symbol < 0x20) shown.appendCodePoint(0x2400 + symbol);
        else if (symbol == 0x7f) shown.appendCodePoint(0x2421);
        else if (isUnsound(symbol)) shown.append('\ufffd');
        else shown.append(ControlCharacters.visible(Character.toString(symbol)));
    }

    private static boolean isUnsound(int symbol) {
        return Character.isISOControl(symbol)
                || Character.getType(symbol) == Character.SURROGATE
                || symbol == 0xfffe
                || symbol == 0xffff;
    }

    public static String escaped(String text) {
        return printable(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
