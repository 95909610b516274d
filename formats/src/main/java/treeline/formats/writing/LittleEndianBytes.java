package treeline.formats.writing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Bytes that grow, numbers little-endian: what binary forms are put together in before their sizes
/// are known.
public final class LittleEndianBytes {
    private byte[] bytes = new byte[256];
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
        return whole(value, Integer.BYTES);
    }

    public LittleEndianBytes i64(long value) {
        return whole(value, Long.BYTES);
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
        long rest = value;
        for (; (rest & ~0x7FL) != 0; rest >>>= 7) u8((int) ((rest & 0x7F) | 0x80));
        return u8((int) rest);
    }

    public LittleEndianBytes utf8(String text) {
        return all(text.getBytes(StandardCharsets.UTF_8));
    }

    public LittleEndianBytes all(byte[] more) {
        ensure(more.length);
        System.arraycopy(more, 0, bytes, size, more.length);
        size += more.length;
        return this;
    }

    public LittleEndianBytes all(LittleEndianBytes more) {
        ensure(more.size);
        System.arraycopy(more.bytes, 0, bytes, size, more.size);
        size += more.size;
        return this;
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
        for (int i = 0; i < Integer.BYTES; i++) bytes[at + i] = (byte) (value >>> (Byte.SIZE * i));
    }

    /// Writes a number over bytes that are there.
    public void putI64(int at, long value) {
        for (int i = 0; i < Long.BYTES; i++) bytes[at + i] = (byte) (value >>> (Byte.SIZE * i));
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
            throw new IllegalArgumentException("a block of more than 2 GiB cannot be written");
        bytes =
                Arrays.copyOf(
                        bytes, (int) Math.min(Math.max(needed, size * 2L), Integer.MAX_VALUE - 8));
    }
}
