package treeline.store.db;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// A growing array of bytes with the few encodings of the format.
final class ByteSink {
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[256];
    private int size;

    int size() {
        return size;
    }

    byte[] array() {
        return bytes;
    }

    void clear() {
        size = 0;
    }

    void u8(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    void u32(int value) {
        ensure(Integer.BYTES);
        INTS.set(bytes, size, value);
        size += Integer.BYTES;
    }

    void u64(long value) {
        ensure(Long.BYTES);
        LONGS.set(bytes, size, value);
        size += Long.BYTES;
    }

    /// Seven bits a byte, lowest first: small numbers are short.
    void varint(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /// A varint for numbers of either sign that are near zero.
    void zigzag(long value) {
        varint((value << 1) ^ (value >> 63));
    }

    void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        varint(utf8.length);
        raw(utf8, 0, utf8.length);
    }

    void raw(byte[] source, int from, int length) {
        ensure(length);
        System.arraycopy(source, from, bytes, size, length);
        size += length;
    }

    void append(ByteSink other) {
        raw(other.bytes, 0, other.size);
    }

    /// The lowest `bits` bits of each value (at most 64), one behind the other, filled to a whole
    /// byte.
    void packed(long[] values, int from, int count, long base, int bits) {
        if (bits == 0) return;
        ensure((int) ((long) count * bits / 8) + 2 * Long.BYTES);
        long mask = bits == 64 ? -1L : (1L << bits) - 1;
        long word = 0;
        int filled = 0;
        for (int i = from; i < from + count; i++) {
            long value = (values[i] - base) & mask;
            word |= value << filled;
            filled += bits;
            if (filled < 64) continue;
            LONGS.set(bytes, size, word);
            size += Long.BYTES;
            filled -= 64;
            word = filled == 0 ? 0 : value >>> (bits - filled);
        }
        LONGS.set(bytes, size, word);
        size += (filled + 7) / 8;
    }

    int crcFrom(int from) {
        return crc(bytes, from, size - from);
    }

    static int crc(byte[] bytes, int from, int length) {
        var crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    private void ensure(int more) {
        if (bytes.length - size >= more) return;
        long needed = (long) size + more;
        if (needed > Integer.MAX_VALUE - 16)
            throw new IllegalArgumentException("one section holds at most 2 GiB");
        bytes = Arrays.copyOf(bytes, (int) Math.min(needed + needed / 2, Integer.MAX_VALUE - 8));
    }
}
