package treeline.formats.otf2;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// The records of one file of an archive, written by hand, little endian.
final class Otf2Bytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /// Starts a file of one chunk.
    static Otf2Bytes chunk(long firstEvent, long lastEvent) {
        return new Otf2Bytes()
                .u8(Otf2Layout.MAGIC)
                .u8(Otf2Layout.LITTLE_ENDIAN)
                .u64(firstEvent)
                .u64(lastEvent);
    }

    Otf2Bytes u8(int value) {
        out.write(value);
        return this;
    }

    Otf2Bytes u32(int value) {
        for (int i = 0; i < Integer.BYTES; i++) out.write(value >>> (8 * i));
        return this;
    }

    Otf2Bytes u64(long value) {
        for (int i = 0; i < Long.BYTES; i++) out.write((int) (value >>> (8 * i)));
        return this;
    }

    /// A compressed integer.
    Otf2Bytes number(long value) {
        int bytes = (Long.SIZE - Long.numberOfLeadingZeros(value) + 7) / 8;
        out.write(bytes);
        for (int i = 0; i < bytes; i++) out.write((int) (value >>> (8 * i)));
        return this;
    }

    Otf2Bytes undefined() {
        return u8(0xFF);
    }

    Otf2Bytes string(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        return u8(0);
    }

    /// A record with its length.
    Otf2Bytes record(int type, Otf2Bytes body) {
        byte[] content = body.out.toByteArray();
        u8(type).u8(content.length);
        out.writeBytes(content);
        return this;
    }

    /// A record without a length.
    Otf2Bytes event(int type, long value) {
        return u8(type).number(value);
    }

    Otf2Bytes time(long ticks) {
        return u8(Otf2Layout.TIME).u64(ticks);
    }

    byte[] finished() {
        u8(Otf2Layout.END_OF_DATA).u8(Otf2Layout.END_OF_FILE);
        return out.toByteArray();
    }

    byte[] toBytes() {
        return out.toByteArray();
    }
}
