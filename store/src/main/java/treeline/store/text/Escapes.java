package treeline.store.text;

import treeline.store.text.rows.QuotedExcerpt;
import treeline.store.text.rows.TextLines;

import java.util.HexFormat;

/// Percent-encoding of text: `%`, `,`, control characters and characters reserved by a field are
/// written as `%2C`; everything else is UTF-8.
final class Escapes {
    private static final char ESCAPE = '%';
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private Escapes() {}

    static String encoded(String text, String reserved) {
        int clean = 0;
        while (clean < text.length() && !isEscaped(text.charAt(clean), reserved)) clean++;
        if (clean == text.length()) return text;
        var encoded = new StringBuilder(text.substring(0, clean));
        for (char c : text.substring(clean).toCharArray())
            if (isEscaped(c, reserved)) encoded.append(ESCAPE).append(HEX.toHexDigits((byte) c));
            else encoded.append(c);
        return encoded.toString();
    }

    private static boolean isEscaped(char c, String reserved) {
        return c < ' ' || c == 0x7f || c == ESCAPE || c == ',' || reserved.indexOf(c) >= 0;
    }

    /// The text behind an encoded one.
    static String decoded(String encoded, TextLines at) {
        int escape = encoded.indexOf(ESCAPE);
        if (escape < 0) return encoded;
        var text = new StringBuilder();
        int from = 0;
        for (; escape >= 0; escape = encoded.indexOf(ESCAPE, from)) {
            text.append(encoded, from, escape).append(escaped(encoded, escape, at));
            from = escape + 3;
        }
        return text.append(encoded, from, encoded.length()).toString();
    }

    private static char escaped(String encoded, int escape, TextLines at) {
        int end = Math.min(encoded.length(), escape + 3);
        String digits = encoded.substring(escape + 1, end);
        if (digits.length() == 2 && digits.chars().allMatch(HexFormat::isHexDigit)) {
            int code = HexFormat.fromHexDigits(digits);
            if (code < 0x80) return (char) code;
        }
        throw at.malformed(
                "'%' and two hex digits of an ASCII character",
                QuotedExcerpt.of(encoded.substring(escape, end)));
    }
}
