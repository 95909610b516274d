package treeline.formats.otf2;

import treeline.source.files.MalformedProfileException;

import java.nio.charset.StandardCharsets;

/// Reads the integers and strings of records. Reading past the end is an error at its byte.
final class Otf2Cursor {
    /// The value of references that are not set.
    static final long UNDEFINED = -1;

    private static final int MAX_INTEGER_BYTES = 8;

    private final String file;
    private final long base;
    private final byte[] bytes;
    private final int end;
    private int at;
    private boolean last;

    /// @param base offset of the first byte in the file
    /// @param end number of valid bytes
    Otf2Cursor(String file, long base, byte[] bytes, int end) {
        this.file = file;
        this.base = base;
        this.bytes = bytes;
        this.end = end;
    }

    int at() {
        return at;
    }

    void moveTo(int position) {
        at = position;
    }

    /// The chunk is the last one of its file.
    void markLast() {
        last = true;
    }

    /// Whether a record follows. The last chunk ends with a mark and not with its bytes.
    boolean hasMore() {
        if (at < end) return true;
        if (last) throw malformed("the end mark of the file", "the end of the file");
        return false;
    }

    /// Whether a type is no record but the end of the records of a chunk.
    boolean isEnd(int type) {
        return switch (type) {
            case Otf2Layout.PADDING -> {
                if (last) throw malformed("the end mark of the file", "padding");
                yield true;
            }
            case Otf2Layout.END_OF_DATA -> {
                if (u8() != Otf2Layout.END_OF_FILE || at < end)
                    throw malformed("the end of the file", "more bytes");
                yield true;
            }
            case Otf2Layout.END_OF_FILE -> throw malformed("a record", "the end mark of the file");
            default -> false;
        };
    }

    int u8() {
        if (at >= end) throw malformed("another byte", "the end of the chunk");
        return bytes[at++] & 0xFF;
    }

    long u64() {
        return littleEndian(Long.BYTES);
    }

    private long littleEndian(int length) {
        if (end - at < length)
            throw malformed(length + " bytes", (end - at) + " bytes before the end of the chunk");
        long value = 0;
        for (int i = length - 1; i >= 0; i--) value = (value << 8) | (bytes[at + i] & 0xFF);
        at += length;
        return value;
    }

    /// An integer without leading zero bytes, or [#UNDEFINED].
    long compressed() {
        int length = u8();
        if (length == 0xFF) return UNDEFINED;
        if (length > MAX_INTEGER_BYTES) {
            at--;
            throw malformed("an integer of up to 8 bytes", length + " bytes");
        }
        return littleEndian(length);
    }

    /// A compressed integer that is an identifier or a count.
    int id() {
        long value = compressed();
        if (value == UNDEFINED) return -1;
        if (value == 0xFFFF_FFFFL) return -1;
        if (value < 0 || value > Integer.MAX_VALUE)
            throw malformed("an identifier of 31 bits", Long.toUnsignedString(value));
        return (int) value;
    }

    String string() {
        int start = at;
        while (u8() != 0) {
            // up to the terminating zero
        }
        return new String(bytes, start, at - 1 - start, StandardCharsets.UTF_8);
    }

    /// The position after a record whose length comes next.
    int recordEnd() {
        long length = u8();
        if (length == Otf2Layout.LONG_RECORD) length = u64();
        if (length < 0 || length > end - at)
            throw malformed(
                    "a record within the chunk", "a length of " + Long.toUnsignedString(length));
        return at + (int) length;
    }

    MalformedProfileException malformed(String expected, String found) {
        return MalformedProfileException.atByte(file, base + at, expected, found);
    }
}
