package treeline.store.text.rows;

import treeline.source.files.ExactDecimal;
import treeline.source.files.FiniteDecimal;

import java.nio.charset.StandardCharsets;

/// Parses decimal numbers from bytes without creating strings. Nearly all are short enough that one
/// exact division or multiplication gives the nearest double; the JDK parses the others.
final class NumberReader {
    /// How many bytes a text needs behind its end, so that eight can always be looked at.
    static final int SLACK = Long.BYTES;

    private static final long[] TEN_TO = {
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000
    };

    private final Notation notation;
    private int end;

    /// The digits read so far, as a number.
    private long mantissa;

    NumberReader(Notation notation) {
        this.notation = notation;
    }

    /// One past the number that was read; where it started, if there was none.
    int end() {
        return end;
    }

    /// The number at a place of a text that some other character ends.
    double read(byte[] text, int from) {
        int first = !isDigit(text[from]) && notation.isSign(text[from]) ? from + 1 : from;
        mantissa = 0;
        int at = readDigits(text, first);
        int digits = at - first;
        if (digits == 0) return word(text, from, at);
        int exponent = 0;
        if (text[at] == '.') {
            int point = at;
            at = readDigits(text, point + 1);
            exponent = point + 1 - at;
            if (exponent == 0) return none(from);
            digits -= exponent;
        }
        end = at;
        if ((text[at] | 0x20) == 'e') {
            exponent += exponent(text, at);
            if (end == at) return none(from);
        }
        double size = ExactDecimal.of(mantissa, digits, exponent);
        if (Double.isNaN(size)) return slowly(text, from);
        return first > from && notation.isMinus(text[from]) ? -size : size;
    }

    /// Adds the digits from a place on to the mantissa and returns where they end.
    private int readDigits(byte[] text, int from) {
        int at = from;
        int count;
        do {
            long word = SwarScanner.at(text, at);
            count = SwarScanner.digits(word);
            if (count == 0) return at;
            mantissa = mantissa * TEN_TO[count] + SwarScanner.number(word, count);
            at += count;
        } while (count == Long.BYTES);
        return at;
    }

    /// The exponent behind an `e`; moves the end behind it, unless there are no digits.
    private int exponent(byte[] text, int e) {
        int at = notation.isSign(text[e + 1]) ? e + 2 : e + 1;
        int first = at;
        int exponent = 0;
        for (; isDigit(text[at]); at++)
            exponent = Math.min(exponent * 10 + text[at] - '0', 100_000);
        if (at > first) end = at;
        return notation.isMinus(text[e + 1]) ? -exponent : exponent;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private double slowly(byte[] text, int from) {
        String number = new String(text, from, end - from, StandardCharsets.US_ASCII);
        double value = Double.parseDouble(number.replace((char) TextForm.MINUS, '-'));
        return FiniteDecimal.isTooLarge(value, number) ? none(from) : value;
    }

    private double word(byte[] text, int from, int at) {
        if (!notation.hasAbsence()) return none(from);
        if (holds(text, at, TextForm.INFINITE)) {
            end = at + TextForm.INFINITE.length();
            return at > from ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        if (at > from || !holds(text, at, TextForm.NOT_A_NUMBER)) return none(from);
        end = at + TextForm.NOT_A_NUMBER.length();
        return Double.NaN;
    }

    private static boolean holds(byte[] text, int at, String word) {
        for (int i = 0; i < word.length(); i++) // what ends the text differs, so it is not passed
        if (text[at + i] != word.charAt(i)) return false;
        return true;
    }

    private double none(int from) {
        end = from;
        return Double.NaN;
    }
}
