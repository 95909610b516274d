package treeline.store.text;

import treeline.store.text.rows.TextForm;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

/// A buffered byte writer that formats numbers in place and computes the checksum.
final class TextOut implements Closeable {
    private static final int CAPACITY = 1 << 16;

    /// The longest number: 17 digits, point, signs and exponent, with room to spare.
    private static final int MAX_NUMBER_LENGTH = 32;

    /// Whole numbers below it are exact and print as their digits.
    private static final double EXACT_WHOLE = 0x1p53;

    /// Decimals of at most 15 digits are told apart by every double, so one that reads back the
    /// same is the shortest.
    private static final double SHORT_DIGITS = 1e15;

    private static final int MAX_DECIMALS = 9;
    private static final int FEW_DECIMALS = 3;

    private final OutputStream out;
    private final CRC32C checksum = new CRC32C();
    private final byte[] buffer = new byte[CAPACITY];
    private final byte[] digits = new byte[24];
    private int filled;

    TextOut(OutputStream out) {
        this.out = out;
    }

    TextOut put(byte b) throws IOException {
        if (filled == CAPACITY) flush();
        buffer[filled++] = b;
        return this;
    }

    TextOut put(byte b, int times) throws IOException {
        for (int i = 0; i < times; i++) put(b);
        return this;
    }

    TextOut put(byte[] bytes, int from, int to) throws IOException {
        for (int i = from; i < to; i++) put(bytes[i]);
        return this;
    }

    TextOut put(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return put(bytes, 0, bytes.length);
    }

    /// A header line: a word and its fields, which are encoded already.
    TextOut line(String word, List<String> fields) throws IOException {
        put(word);
        for (String field : fields) put(TextForm.FIELD).put(field);
        return put(TextForm.LINE_END);
    }

    /// A number that reads back as the same double, in few characters.
    TextOut number(double value) throws IOException {
        if (CAPACITY - filled < MAX_NUMBER_LENGTH) flush();
        if (Double.isNaN(value)) return put(TextForm.NOT_A_NUMBER);
        double size = Math.abs(value);
        if (Double.doubleToRawLongBits(value) < 0) put(TextForm.MINUS);
        if (size < EXACT_WHOLE && size == (long) size) return whole((long) size);
        if (putDecimal(size, MAX_DECIMALS, 1e9) || putDecimal(size, FEW_DECIMALS, 1e3)) return this;
        return put(shortest(size));
    }

    /// A number that is not negative.
    TextOut whole(long number) throws IOException {
        if (CAPACITY - filled < MAX_NUMBER_LENGTH) flush();
        int count = 0;
        for (; count == 0 || number > 0; number /= 10) digits[count++] = (byte) ('0' + number % 10);
        return putReversed(count);
    }

    /// Writes a number that has few digits; false if it has many.
    private boolean putDecimal(double size, int decimals, double scale) {
        double scaled = Math.rint(size * scale);
        if (!(scaled < SHORT_DIGITS) || scaled / scale != size) return false;
        long number = (long) scaled;
        int left = decimals;
        for (; number % 10 == 0; number /= 10) left--;
        int count = 0;
        for (; left >= 0 || number > 0; number /= 10) {
            if (left-- == 0) digits[count++] = '.';
            digits[count++] = (byte) ('0' + number % 10);
        }
        putReversed(count);
        return true;
    }

    private TextOut putReversed(int count) {
        for (int i = count; i > 0; ) buffer[filled++] = digits[--i];
        return this;
    }

    /// What the JDK writes, in our signs: `1.0E-7` is `1e~7`.
    private static String shortest(double size) {
        if (Double.isInfinite(size)) return TextForm.INFINITE;
        return Double.toString(size).replace(".0E", "e").replace('E', 'e').replace('-', '~');
    }

    /// The checksum of all that was written up to here.
    String checksum() throws IOException {
        flush();
        return TextForm.checksum(checksum);
    }

    private void flush() throws IOException {
        checksum.update(buffer, 0, filled);
        out.write(buffer, 0, filled);
        filled = 0;
    }

    @Override
    public void close() throws IOException {
        try (out) {
            flush();
        }
    }
}
