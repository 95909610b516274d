package treeline.formats.perfetto;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// A protobuf message written by hand.
final class ProtoBytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private ProtoBytes varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
        return this;
    }

    ProtoBytes number(int field, long value) {
        return varint((long) field << 3).varint(value);
    }

    ProtoBytes fixed64(int field, long value) {
        varint((long) field << 3 | 1);
        for (int i = 0; i < 8; i++) out.write((int) (value >>> (8 * i)));
        return this;
    }

    ProtoBytes real(int field, double value) {
        return fixed64(field, Double.doubleToRawLongBits(value));
    }

    ProtoBytes bytes(int field, byte[] content) {
        varint((long) field << 3 | 2).varint(content.length);
        out.writeBytes(content);
        return this;
    }

    ProtoBytes text(int field, String text) {
        return bytes(field, text.getBytes(StandardCharsets.UTF_8));
    }

    ProtoBytes message(int field, ProtoBytes content) {
        return bytes(field, content.toBytes());
    }

    /// Packed varints.
    ProtoBytes packed(int field, long... values) {
        var content = new ProtoBytes();
        for (long value : values) content.varint(value);
        return message(field, content);
    }

    ProtoBytes raw(byte[] content) {
        out.writeBytes(content);
        return this;
    }

    byte[] toBytes() {
        return out.toByteArray();
    }
}
