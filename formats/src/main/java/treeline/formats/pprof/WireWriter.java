package treeline.formats.pprof;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A protobuf message that is being put together. A number that is 0 is not written, as protobuf 3
/// has it.
final class WireWriter {
    private byte[] bytes = new byte[64];
    private int size;

    WireWriter number(int field, long value) {
        if (value == 0) return this;
        tag(field, Wire.VARINT);
        varint(value);
        return this;
    }

    WireWriter text(int field, String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        return length(field, encoded, encoded.length);
    }

    WireWriter message(int field, WireWriter inner) {
        return length(field, inner.bytes, inner.size);
    }

    /// Numbers of a repeated field, zeros too.
    WireWriter packed(int field, long... values) {
        var inner = new WireWriter();
        for (long value : values) inner.varint(value);
        return message(field, inner);
    }

    /// Writes what is there and starts again.
    void drainTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
        size = 0;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    private WireWriter length(int field, byte[] content, int length) {
        tag(field, Wire.LENGTH);
        varint(length);
        reserve(length);
        System.arraycopy(content, 0, bytes, size, length);
        size += length;
        return this;
    }

    private void tag(int field, int type) {
        varint((long) field << 3 | type);
    }

    private void varint(long value) {
        reserve(10);
        long rest = value;
        for (; (rest & ~0x7fL) != 0; rest >>>= 7) bytes[size++] = (byte) ((rest & 0x7f) | 0x80);
        bytes[size++] = (byte) rest;
    }

    private void reserve(int more) {
        if (size + more > bytes.length)
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
    }
}
