package treeline.formats.caliper.records;

import treeline.source.files.ExactDecimal;
import treeline.source.files.FiniteDecimal;

import java.nio.charset.StandardCharsets;

/// Parses decimal numbers directly from bytes, because a `String` per number would dominate the
/// cost of reading. Numbers that are not an [ExactDecimal] are parsed by the JDK. Scanning stops at
/// the first byte that cannot be part of a number, so the array must have one after its last
/// number.
public final class DecimalScanner {
    private double value;

    /// The number of the last successful [#scan].
    public double value() {
        return value;
    }

    /// Reads the number that starts at `from`.
    ///
    /// @return the place behind it, or -1 if no number starts there
    public int scan(byte[] bytes, int from) {
        int at = from;
        boolean negative = bytes[at] == '-';
        if (negative || bytes[at] == '+') at++;
        long digits = 0;
        int scale = 0;
        int first = at;
        for (int digit = bytes[at] - '0'; digit >= 0 && digit <= 9; digit = bytes[++at] - '0') {
            digits = digits * 10 + digit;
        }
        int seen = at - first;
        if (bytes[at] == '.') {
            int point = ++at;
            for (int digit = bytes[at] - '0'; digit >= 0 && digit <= 9; digit = bytes[++at] - '0') {
                digits = digits * 10 + digit;
            }
            scale = point - at;
            seen += at - point;
        }
        if (seen == 0) return word(bytes, first, negative);
        if ((bytes[at] | 0x20) == 'e') return withExponent(bytes, from, at);
        double size = ExactDecimal.of(digits, seen, scale);
        if (Double.isNaN(size)) return byText(bytes, from, at);
        value = negative ? -size : size;
        return at;
    }

    private int withExponent(byte[] bytes, int from, int mark) {
        int at = mark + 1;
        if (bytes[at] == '-' || bytes[at] == '+') at++;
        int digits = at;
        while (bytes[at] >= '0' && bytes[at] <= '9') at++;
        return at == digits ? -1 : byText(bytes, from, at);
    }

    private int byText(byte[] bytes, int from, int to) {
        String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        value = Double.parseDouble(text);
        return FiniteDecimal.isTooLarge(value, text) ? -1 : to;
    }

    /// What C++ prints for values that are no numbers.
    private int word(byte[] bytes, int at, boolean negative) {
        if (spells(bytes, at, "inf")) {
            value = negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            return at + (spells(bytes, at, "infinity") ? 8 : 3);
        }
        if (!spells(bytes, at, "nan")) return -1;
        value = Double.NaN;
        return at + 3;
    }

    private static boolean spells(byte[] bytes, int at, String word) {
        if (at + word.length() > bytes.length) return false;
        for (int i = 0; i < word.length(); i++)
            if ((bytes[at + i] | 0x20) != word.charAt(i)) return false;
        return true;
    }
}
