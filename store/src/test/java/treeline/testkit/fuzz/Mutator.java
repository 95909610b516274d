package treeline.testkit.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// Damages bytes in the ways that files are damaged and readers are fooled: flipped bits, lost and
/// repeated pieces, pieces of other files, counts that are too large, words in the wrong place.
final class Mutator {
    private static final int MOST_BYTES = 1 << 16;
    private static final int MOST_CHANGES = 6;

    private static final long[] COUNTS = {
        0,
        1,
        -1,
        2,
        8,
        127,
        128,
        255,
        256,
        32767,
        65535,
        65536,
        1 << 20,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 32,
        1L << 60,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };
    private static final List<byte[]> NUMBERS =
            List.of(
                            "0",
                            "-1",
                            "1",
                            "7",
                            "2147483647",
                            "2147483648",
                            "4294967296",
                            "1152921504606846976",
                            "9223372036854775807",
                            "99999999999999999999",
                            "1e308",
                            "1e999",
                            "-1e308",
                            "1e-400",
                            "NaN",
                            "Infinity",
                            "-0.0",
                            "0x10")
                    .stream()
                    .map(number -> number.getBytes(StandardCharsets.US_ASCII))
                    .toList();

    private final RandomGenerator random;
    private final List<byte[]> words;

    Mutator(RandomGenerator random, List<byte[]> words) {
        this.random = random;
        this.words = words;
    }

    /// A changed copy of `input`; `other` lends pieces.
    byte[] mutate(byte[] input, byte[] other) {
        byte[] changed = input;
        for (int left = 1 + random.nextInt(MOST_CHANGES); left > 0; left--)
            changed = change(changed, other);
        return changed.length <= MOST_BYTES ? changed : Arrays.copyOf(changed, MOST_BYTES);
    }

    private byte[] change(byte[] input, byte[] other) {
        if (input.length == 0) return other;
        int at = random.nextInt(input.length);
        int length = Math.min(pieceLength(), input.length - at);
        return switch (random.nextInt(13)) {
            case 0 -> flipped(input, at, 1 << random.nextInt(8));
            case 1 -> flipped(input, at, 1 + random.nextInt(255));
            case 2 -> replaced(input, at, length, new byte[0]);
            case 3 -> replaced(input, at, 0, Arrays.copyOfRange(input, at, at + length));
            case 4 -> replaced(input, random.nextInt(input.length), 0, piece(input));
            case 5 -> replaced(input, at, 0, piece(other));
            case 6 -> replaced(input, at, length, piece(other));
            case 7 -> overwritten(input, at, count());
            case 8, 9 -> numberReplaced(input, at);
            case 10 -> wordReplaced(input, at);
            case 11 -> replaced(input, at, 0, oneOf(words.isEmpty() ? NUMBERS : words));
            default ->
                    random.nextInt(8) == 0 ? Arrays.copyOf(input, at) : repeated(input, at, length);
        };
    }

    /// Short pieces are more likely than long ones.
    private int pieceLength() {
        return 1 + random.nextInt(1 << random.nextInt(1, 9));
    }

    private byte[] piece(byte[] from) {
        if (from.length == 0) return from;
        int at = random.nextInt(from.length);
        return Arrays.copyOfRange(from, at, Math.min(from.length, at + pieceLength()));
    }

    private byte[] oneOf(List<byte[]> list) {
        return list.get(random.nextInt(list.size()));
    }

    private static byte[] flipped(byte[] input, int at, int bits) {
        byte[] copy = input.clone();
        copy[at] ^= (byte) bits;
        return copy;
    }

    private static byte[] replaced(byte[] input, int at, int length, byte[] by) {
        byte[] copy = new byte[input.length - length + by.length];
        System.arraycopy(input, 0, copy, 0, at);
        System.arraycopy(by, 0, copy, at, by.length);
        System.arraycopy(input, at + length, copy, at + by.length, input.length - at - length);
        return copy;
    }

    private byte[] repeated(byte[] input, int at, int length) {
        byte[] piece = Arrays.copyOfRange(input, at, at + length);
        var out = new ByteArrayOutputStream();
        for (int left = random.nextInt(64); left > 0; left--) out.writeBytes(piece);
        return replaced(input, at, 0, out.toByteArray());
    }

    /// A telling number in one of the sizes and byte orders of binary files.
    private byte[] count() {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
        if (random.nextBoolean()) bytes.order(ByteOrder.LITTLE_ENDIAN);
        long count = COUNTS[random.nextInt(COUNTS.length)];
        switch (random.nextInt(3)) {
            case 0 -> bytes.putShort((short) count);
            case 1 -> bytes.putInt((int) count);
            default -> bytes.putLong(count);
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private static byte[] overwritten(byte[] input, int at, byte[] by) {
        byte[] copy = input.clone();
        System.arraycopy(by, 0, copy, at, Math.min(by.length, copy.length - at));
        return copy;
    }

    /// The next number that is written in digits becomes another one.
    private byte[] numberReplaced(byte[] input, int from) {
        int start = from;
        while (start < input.length && !isDigit(input[start])) start++;
        int end = start;
        while (end < input.length && isDigit(input[end])) end++;
        return replaced(input, start, end - start, oneOf(NUMBERS));
    }

    /// The next word of letters becomes one that the reader knows.
    private byte[] wordReplaced(byte[] input, int from) {
        if (words.isEmpty()) return input;
        int start = from;
        while (start < input.length && !Character.isLetter(input[start])) start++;
        int end = start;
        while (end < input.length && Character.isLetter(input[end])) end++;
        return replaced(input, start, end - start, oneOf(words));
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }
}
