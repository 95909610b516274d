package treeline.formats.jfr;

import treeline.source.files.MappedFile;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The chunks of a recording, validated before the JDK's reader opens the file: that reader waits
/// for a chunk marked as being written, and does not validate sizes.
final class JfrChunks {
    static final int MAGIC = 0x46_4c_52_00; // "FLR\0"
    private static final long MAGIC_AT = 0; // u32
    private static final long MAJOR_AT = 4; // u16
    private static final long SIZE_AT = 8; // u64
    private static final long POOL_AT = 16; // u64, from the start of the chunk
    private static final long METADATA_AT = 24; // u64, from the start of the chunk
    private static final long TICKS_PER_SECOND_AT = 56; // u64
    private static final long STATE_AT = 64; // u8
    private static final long HEADER_BYTES = 68;
    private static final int FIELDS_BEFORE_DELTA = 4; // of a pool: size, type, start, duration
    private static final int FINISHED = 0;
    private static final int LAST_MAJOR = 2;

    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private JfrChunks() {}

    static boolean startsWithMagic(byte[] prefix) {
        return prefix.length >= HEADER_BYTES
                && prefix[0] == 'F'
                && prefix[1] == 'L'
                && prefix[2] == 'R'
                && prefix[3] == 0;
    }

    static void check(MappedFile file) {
        if (file.size() == 0) throw file.malformed(0, "a recording", "an empty file");
        for (long at = 0; at < file.size(); at += size(file, at)) checkChunk(file, at);
    }

    private static void checkChunk(MappedFile file, long at) {
        long left = file.size() - at;
        if (left < HEADER_BYTES)
            throw file.malformed(
                    at, "the %d bytes of a chunk header".formatted(HEADER_BYTES), left + " bytes");
        int magic = file.bytes().get(INT, at + MAGIC_AT);
        if (magic != MAGIC)
            throw file.malformed(at, "a chunk of a recording", "%#x".formatted(magic));
        int major = file.bytes().get(SHORT, at + MAJOR_AT);
        if (major < 1 || major > LAST_MAJOR)
            throw file.malformed(
                    at + MAJOR_AT, "version 1 or 2 of the file format", Integer.toString(major));
        int state = file.bytes().get(ValueLayout.JAVA_BYTE, at + STATE_AT);
        if (state != FINISHED)
            throw file.malformed(
                    at + STATE_AT,
                    "a finished chunk",
                    "state %d: the recording is still running; dump it with jcmd PID JFR.dump"
                            .formatted(state));
        long size = size(file, at);
        if (size < HEADER_BYTES || size > left)
            throw file.malformed(
                    at + SIZE_AT, "a chunk of at most %d bytes".formatted(left), size + " bytes");
        checkInside(file, at, POOL_AT, size);
        checkInside(file, at, METADATA_AT, size);
        checkEvents(file, at);
        checkPools(file, at);
        long ticks = file.bytes().get(LONG, at + TICKS_PER_SECOND_AT);
        if (ticks <= 0)
            throw file.malformed(
                    at + TICKS_PER_SECOND_AT, "ticks per second", Long.toString(ticks));
    }

    /// Every event says how long it is; the JDK's reader would go back over a negative size.
    private static void checkEvents(MappedFile file, long chunk) {
        long end = chunk + size(file, chunk);
        for (long at = chunk + HEADER_BYTES; at < end; ) {
            long size = number(file, new long[] {at}, end);
            if (size <= 0 || size > end - at)
                throw file.malformed(
                        at,
                        "an event of at most %d bytes".formatted(end - at),
                        "one of %d".formatted(size));
            at += size;
        }
    }

    /// Pools of constants are a chain from the last to the first; a ring would never end.
    private static void checkPools(MappedFile file, long chunk) {
        long end = chunk + size(file, chunk);
        long at = chunk + file.bytes().get(LONG, chunk + POOL_AT);
        while (true) {
            long[] next = {at};
            for (int skipped = 0; skipped < FIELDS_BEFORE_DELTA; skipped++) number(file, next, end);
            long delta = number(file, next, end);
            if (delta == 0) return;
            if (delta > 0 || at + delta < chunk + HEADER_BYTES)
                throw file.malformed(
                        at, "an earlier pool of constants", "one %d bytes on".formatted(delta));
            at += delta;
        }
    }

    /// A number of 7 bits per byte, the ninth byte with all its 8; moves the place.
    private static long number(MappedFile file, long[] place, long end) {
        long value = 0;
        for (int i = 0; i < 9; i++) {
            if (place[0] >= end)
                throw file.malformed(place[0], "the rest of a number", "the end of the chunk");
            long next = file.bytes().get(ValueLayout.JAVA_BYTE, place[0]++) & 0xff;
            if (i == 8) return value | (next << 56);
            value |= (next & 0x7f) << (7 * i);
            if (next < 0x80) return value;
        }
        return value;
    }

    private static void checkInside(MappedFile file, long at, long field, long size) {
        long place = file.bytes().get(LONG, at + field);
        if (place < HEADER_BYTES || place >= size)
            throw file.malformed(
                    at + field,
                    "a place within the chunk of %d bytes".formatted(size),
                    Long.toString(place));
    }

    private static long size(MappedFile file, long at) {
        return file.bytes().get(LONG, at + SIZE_AT);
    }
}
