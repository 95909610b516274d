package treeline.store.trace;

import treeline.bytes.LittleEndianBytes;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.StoredBytes;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// A checked stretch of a trace file, read sequentially. Errors name the file and the byte.
final class TraceBytes {
    private final StoredBytes file;
    private final long offset;
    private final byte[] bytes;
    private int at;

    private TraceBytes(StoredBytes file, long offset, byte[] bytes) {
        this.file = file;
        this.offset = offset;
        this.bytes = bytes;
    }

    /// @throws MalformedProfileException if the checksum of the stretch is another one
    static TraceBytes checked(StoredBytes file, long offset, int length, int crc) {
        TraceBytes loaded = unchecked(file, offset, length);
        int found = LittleEndianBytes.crc(loaded.bytes, 0, length);
        if (found == crc) return loaded;
        file.requireUnchanged();
        throw file.malformed(
                offset,
                "%d bytes with checksum %#x".formatted(length, crc),
                "%#x".formatted(found));
    }

    static TraceBytes unchecked(StoredBytes file, long offset, int length) {
        if (length < 0 || offset < 0 || offset > file.size() - length)
            throw file.malformed(
                    Math.clamp(offset, 0, file.size()),
                    "%d bytes".formatted(length),
                    "the end of the file at byte %d".formatted(file.size()));
        byte[] bytes = new byte[length];
        file.copy(offset, bytes, 0, length);
        return new TraceBytes(file, offset, bytes);
    }

    int remaining() {
        return bytes.length - at;
    }

    MalformedProfileException malformed(String expected, String found) {
        return file.malformed(offset + at, expected, found);
    }

    int u32() {
        if (remaining() < Integer.BYTES) throw malformed("4 bytes", "the end of the section");
        int value = 0;
        for (int i = 0; i < Integer.BYTES; i++) value |= (bytes[at++] & 0xff) << (Byte.SIZE * i);
        return value;
    }

    long varint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (at == bytes.length) throw malformed("a number", "the end of the section");
            int next = bytes[at++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) return value;
        }
        throw malformed("a number of at most 10 bytes", "a longer one");
    }

    long zigzag() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    /// A number from 0 to below a limit.
    int index(String what, long limit) {
        long value = varint();
        if (value < 0 || value >= limit)
            throw malformed("%s below %d".formatted(what, limit), Long.toUnsignedString(value));
        return (int) value;
    }

    /// A number of entries that follow, each of which takes at least one byte.
    int count(String things) {
        return index("a number of " + things, remaining() + 1L);
    }

    String text() {
        int length = count("bytes of a name");
        try {
            String text =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes, at, length))
                            .toString();
            at += length;
            return text;
        } catch (CharacterCodingException notUtf8) {
            throw malformed("UTF-8 text", "other bytes");
        }
    }
}
