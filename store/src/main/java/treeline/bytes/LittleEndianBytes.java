package treeline.bytes;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// Bytes that grow, numbers little-endian: what binary forms are put together in before their sizes
/// are known.
public final class LittleEndianBytes {
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MAX_VARINT_LENGTH = 10;

    private byte[] bytes = new byte[64];
    private int size;

    public int size() {
        return size;
    }

    public LittleEndianBytes u8(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
        return this;
    }

    public LittleEndianBytes u16(int value) {
        return whole(value, Short.BYTES);
    }

    public LittleEndianBytes i32(int value) {
        ensure(Integer.BYTES);
        INTS.set(bytes, size, value);
        size += Integer.BYTES;
        return this;
    }

    public LittleEndianBytes i64(long value) {
        ensure(Long.BYTES);
        LONGS.set(bytes, size, value);
        size += Long.BYTES;
        return this;
    }

    public LittleEndianBytes f64(double value) {
        return i64(Double.doubleToRawLongBits(value));
    }

    /// The lowest bytes of a number.
    public LittleEndianBytes whole(long value, int count) {
        ensure(count);
        for (int i = 0; i < count; i++) bytes[size++] = (byte) (value >>> (Byte.SIZE * i));
        return this;
    }

    /// Seven bits per byte, the lowest first, as Parquet, Thrift and protobuf have it.
    public LittleEndianBytes varint(long value) {
        ensure(MAX_VARINT_LENGTH);
        long rest = value;
        for (; (rest & ~0x7FL) != 0; rest >>>= 7) bytes[size++] = (byte) (rest | 0x80);
        bytes[size++] = (byte) rest;
        return this;
    }

    /// A varint for numbers of either sign that are near zero.
    public LittleEndianBytes zigzag(long value) {
        return varint((value << 1) ^ (value >> 63));
    }

    /// The length of a text and its bytes.
    public LittleEndianBytes text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return varint(utf8.length).all(utf8);
    }

    public LittleEndianBytes utf8(String text) {
        return all(text.getBytes(StandardCharsets.UTF_8));
    }

    public LittleEndianBytes all(byte[] more) {
        return raw(more, 0, more.length);
    }

    public LittleEndianBytes all(LittleEndianBytes more) {
        return raw(more.bytes, 0, more.size);
    }

    public LittleEndianBytes raw(byte[] source, int from, int length) {
        ensure(length);
        System.arraycopy(source, from, bytes, size, length);
        size += length;
        return this;
    }

    /// The lowest `bits` bits of each value (at most 64), one after the other, filled to a whole
    /// byte.
    public void packed(long[] values, int from, int count, long base, int bits) {
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

    /// The checksum of the bytes from one on.
    public int crcFrom(int from) {
        return crc(bytes, from, size - from);
    }

    public static int crc(byte[] bytes, int from, int length) {
        var crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    /// The array that holds the bytes, of which the first [#size] count.
    public byte[] array() {
        return bytes;
    }

    /// Zeros up to a multiple of `alignment`.
    public LittleEndianBytes align(int alignment) {
        return zeros((alignment - size % alignment) % alignment);
    }

    public LittleEndianBytes zeros(int count) {
        ensure(count);
        Arrays.fill(bytes, size, size + count, (byte) 0);
        size += count;
        return this;
    }

    /// Writes a byte over one that is there.
    public void putU8(int at, int value) {
        bytes[at] = (byte) value;
    }

    /// Writes a number over bytes that are there.
    public void putI32(int at, int value) {
        INTS.set(bytes, at, value);
    }

    /// Writes a number over bytes that are there.
    public void putI64(int at, long value) {
        LONGS.set(bytes, at, value);
    }

    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /// Empty again; what was reserved stays.
    public void clear() {
        size = 0;
    }

    private void ensure(int more) {
        long needed = (long) size + more;
        if (needed <= bytes.length) return;
        if (needed > Integer.MAX_VALUE - 8)
            throw new IllegalArgumentException("one section or block holds at most 2 GiB");
        bytes =
                Arrays.copyOf(
                        bytes, (int) Math.min(Math.max(needed, size * 2L), Integer.MAX_VALUE - 8));
    }
}
