package treeline.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A message as it grows. What does not fit one array is refused, never wrapped around.
final class MessageWriter {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MOST_BYTES = Integer.MAX_VALUE - 16;

    private byte[] bytes;
    private int size;

    MessageWriter(int expectedBytes) {
        bytes = new byte[Math.max(expectedBytes, 32)];
    }

    /// Seven bits a byte, lowest first: small numbers are short.
    MessageWriter varint(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
        return this;
    }

    MessageWriter u64(long value) {
        ensure(Long.BYTES);
        LONGS.set(bytes, size, value);
        size += Long.BYTES;
        return this;
    }

    MessageWriter flag(boolean value) {
        return varint(value ? 1 : 0);
    }

    MessageWriter text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return varint(utf8.length).raw(utf8);
    }

    MessageWriter raw(byte[] content) {
        ensure(content.length);
        System.arraycopy(content, 0, bytes, size, content.length);
        size += content.length;
        return this;
    }

    MessageWriter append(MessageWriter other) {
        ensure(other.size);
        System.arraycopy(other.bytes, 0, bytes, size, other.size);
        size += other.size;
        return this;
    }

    /// All values as varints, in one go: the bulk of what ranks send.
    MessageWriter varints(long[] values) {
        for (long value : values) varint(value);
        return this;
    }

    int size() {
        return size;
    }

    byte[] message() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    private void ensure(int more) {
        if (bytes.length - size >= more) return;
        bytes = Arrays.copyOf(bytes, grownLength(size, more));
    }

    static int grownLength(int used, int more) {
        long needed = (long) used + more;
        if (needed > MOST_BYTES)
            throw new IllegalArgumentException(
                    "one rank's message would be longer than 2 GiB: record sums instead of each"
                            + " iteration");
        return (int) Math.min(needed + needed / 2, MOST_BYTES);
    }
}
