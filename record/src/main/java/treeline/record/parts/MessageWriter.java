package treeline.record.parts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/// A growing message. Data that exceeds one array is rejected.
public final class MessageWriter {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MAX_BYTES = Integer.MAX_VALUE - 16;
    private static final int MAX_VARINT_LENGTH = 10;

    /// How many values of a series get room at a time.
    private static final int BLOCK = 1024;

    private byte[] bytes;
    private int size;

    public MessageWriter(int expectedBytes) {
        bytes = new byte[Math.max(expectedBytes, 32)];
    }

    /// Seven bits a byte, lowest first: small numbers are short.
    public MessageWriter varint(long value) {
        ensure(MAX_VARINT_LENGTH);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
        return this;
    }

    public MessageWriter u64(long value) {
        ensure(Long.BYTES);
        LONGS.set(bytes, size, value);
        size += Long.BYTES;
        return this;
    }

    MessageWriter u32(int value) {
        ensure(Integer.BYTES);
        INTS.set(bytes, size, value);
        size += Integer.BYTES;
        return this;
    }

    public MessageWriter flag(boolean value) {
        return varint(value ? 1 : 0);
    }

    public MessageWriter text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return varint(utf8.length).raw(utf8);
    }

    /// For [MessageReader#bytes].
    public MessageWriter bytes(byte[] content) {
        return varint(content.length).raw(content);
    }

    public MessageWriter raw(byte[] content) {
        return raw(content, 0, content.length);
    }

    public MessageWriter raw(byte[] content, int from, int length) {
        ensure(length);
        System.arraycopy(content, from, bytes, size, length);
        size += length;
        return this;
    }

    /// A series, the bulk of what ranks send: 0 stays, another value is written as 1 more than its
    /// (zigzag) difference to the one before it, because iterations take about the same time. It
    /// calls nothing for a value: mostly a program ends before Java has compiled this.
    public MessageWriter series(int[] values, int from, int to) {
        long before = 0;
        for (int first = from; first < to; first += BLOCK) {
            int end = Math.min(to, first + BLOCK);
            ensure((end - first) * MAX_VARINT_LENGTH);
            byte[] into = bytes;
            int at = size;
            for (int i = first; i < end; i++) {
                long value = values[i];
                long code = 0;
                if (value != 0) {
                    long difference = value - before;
                    code = 1 + ((difference << 1) ^ (difference >> 63));
                    before = value;
                }
                while ((code & ~0x7FL) != 0) {
                    into[at++] = (byte) (code | 0x80);
                    code >>>= 7;
                }
                into[at++] = (byte) code;
            }
            size = at;
        }
        return this;
    }

    /// The same for values that are few: sums, or iterations of seconds.
    public MessageWriter series(long[] values, int from, int to) {
        long before = 0;
        for (int i = from; i < to; i++) {
            long value = values[i];
            long difference = value - before;
            varint(value == 0 ? 0 : 1 + ((difference << 1) ^ (difference >> 63)));
            if (value != 0) before = value;
        }
        return this;
    }

    public int size() {
        return size;
    }

    /// Drops what was written after a size.
    public void truncate(int to) {
        size = Objects.checkIndex(to, size + 1);
    }

    public byte[] message() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    /// This message with another one behind it.
    public byte[] messageWith(MessageWriter body) {
        byte[] joined = Arrays.copyOf(bytes, Math.addExact(size, body.size));
        System.arraycopy(body.bytes, 0, joined, size, body.size);
        return joined;
    }

    private void ensure(int more) {
        if (bytes.length - size >= more) return;
        bytes = Arrays.copyOf(bytes, grownLength(size, more));
    }

    public static int grownLength(int used, int more) {
        long needed = (long) used + more;
        if (needed > MAX_BYTES)
            throw new IllegalArgumentException(
                    "one rank's message would be longer than 2 GiB: record sums instead of each"
                            + " iteration");
        return (int) Math.min(needed + needed / 2, MAX_BYTES);
    }
}
