package treeline.record.parts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/// Reads the fields of a message in the order in which [MessageWriter] wrote them.
public final class MessageReader {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private int at;

    public MessageReader(byte[] bytes) {
        this(bytes, 0);
    }

    public MessageReader(byte[] bytes, int offset) {
        this.bytes = bytes;
        this.at = offset;
    }

    public long varint() {
        long value = bytes[at++];
        if (value >= 0) return value;
        value &= 0x7f;
        for (int shift = 7; ; shift += 7) {
            long next = bytes[at++];
            value |= (next & 0x7f) << shift;
            if (next >= 0) return value;
        }
    }

    /// What [MessageWriter#series] wrote, each value less 1 and NaN for 0; returns their sum.
    public long series(double[] into, int first, int end) {
        byte[] from = bytes;
        int place = at;
        long before = 0;
        long sum = 0;
        for (int i = first; i < end; i++) {
            long code = from[place++];
            if (code < 0) {
                code &= 0x7f;
                long next;
                int shift = 7;
                do {
                    next = from[place++];
                    code |= (next & 0x7f) << shift;
                    shift += 7;
                } while (next < 0);
            }
            if (code == 0) {
                into[i] = Double.NaN;
                continue;
            }
            long zigzag = code - 1;
            before += (zigzag >>> 1) ^ -(zigzag & 1);
            sum += before - 1;
            into[i] = (double) (before - 1);
        }
        at = place;
        return sum;
    }

    public int count() {
        return Math.toIntExact(varint());
    }

    public long u64() {
        long value = (long) LONGS.get(bytes, at);
        at += Long.BYTES;
        return value;
    }

    /// A number at a place of its own, for tables that are searched.
    static long u64At(byte[] bytes, int offset) {
        return (long) LONGS.get(bytes, offset);
    }

    static int u32At(byte[] bytes, int offset) {
        return (int) INTS.get(bytes, offset);
    }

    public boolean flag() {
        return varint() != 0;
    }

    public String text() {
        int length = count();
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    /// As many bytes as the number before them says.
    public byte[] bytes() {
        int length = count();
        Objects.checkFromIndexSize(at, length, bytes.length);
        byte[] some = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return some;
    }

    int offset() {
        return at;
    }
}
