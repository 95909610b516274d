package treeline.formats.pprof;

import treeline.bytes.LittleEndianBytes;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// A protobuf message under construction. Zeros are not written, as in proto3.
final class WireWriter {
    private final LittleEndianBytes bytes = new LittleEndianBytes();

    WireWriter number(int field, long value) {
        if (value != 0) tag(field, Wire.VARINT).varint(value);
        return this;
    }

    WireWriter text(int field, String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        tag(field, Wire.LENGTH).varint(encoded.length).all(encoded);
        return this;
    }

    WireWriter message(int field, WireWriter inner) {
        return length(field, inner.bytes);
    }

    /// Numbers of a repeated field, zeros too.
    WireWriter packed(int field, long... values) {
        var inner = new LittleEndianBytes();
        for (long value : values) inner.varint(value);
        return length(field, inner);
    }

    private WireWriter length(int field, LittleEndianBytes content) {
        tag(field, Wire.LENGTH).varint(content.size()).all(content);
        return this;
    }

    private LittleEndianBytes tag(int field, int type) {
        return bytes.varint((long) field << 3 | type);
    }

    /// Writes what is there and starts again.
    void drainTo(OutputStream out) throws IOException {
        bytes.writeTo(out);
        bytes.clear();
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }
}
