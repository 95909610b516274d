package treeline.formats.pprof;

import treeline.source.MalformedProfileException;
import treeline.source.StoredBytes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/// A cursor over protobuf's wire format: fields one after the other, messages in messages. Nothing
/// is copied but texts.
final class Wire {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int LENGTH = 2;
    static final int FIXED32 = 5;

    private static final int MOST_VARINT_BITS = 63;

    private final StoredBytes file;
    private final MemorySegment bytes;
    private long at;
    private long end;
    private int field;
    private int type;

    Wire(StoredBytes file, MemorySegment bytes) {
        this.file = file;
        this.bytes = bytes;
        this.end = bytes.byteSize();
    }

    /// Goes to the next field of the message; false at its end.
    boolean next() {
        if (at >= end) return false;
        long tag = varint();
        type = (int) (tag & 7);
        field = tag >>> 3 > Integer.MAX_VALUE ? 0 : (int) (tag >>> 3);
        boolean known = type == VARINT || type == FIXED64 || type == LENGTH || type == FIXED32;
        if (field == 0 || !known)
            throw malformed(
                    "a field of a protobuf message",
                    "field %d of wire type %d".formatted(tag >>> 3, type));
        return true;
    }

    int field() {
        return field;
    }

    int type() {
        return type;
    }

    long size() {
        return bytes.byteSize();
    }

    long at() {
        return at;
    }

    void goTo(long place) {
        at = place;
    }

    /// The number that the field is.
    long number() {
        if (type != VARINT) throw malformed("a number", "wire type " + type);
        return varint();
    }

    /// Enters the message that the field is; [#leave] takes what this returns.
    long enter() {
        long outer = end;
        end = endOfLength("a message");
        return outer;
    }

    void leave(long outer) {
        at = end;
        end = outer;
    }

    boolean isInside() {
        return at < end;
    }

    /// Adds the numbers of a repeated field, which stand in it packed or are one each.
    void numbersInto(LongList list) {
        if (type == VARINT) {
            list.add(varint());
            return;
        }
        long outer = enter();
        while (at < end) list.add(varint());
        leave(outer);
    }

    String text() {
        long textEnd = endOfLength("a text");
        long length = textEnd - at;
        if (length > Integer.MAX_VALUE - 8) throw malformed("a text", length + " bytes");
        byte[] copy = bytes.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
        at = textEnd;
        return new String(copy, StandardCharsets.UTF_8);
    }

    void skip() {
        switch (type) {
            case VARINT -> varint();
            case FIXED64 -> at = within(Long.BYTES);
            case FIXED32 -> at = within(Integer.BYTES);
            default -> at = endOfLength("a field");
        }
    }

    private long endOfLength(String what) {
        if (type != LENGTH) throw malformed(what, "wire type " + type);
        long length = varint();
        if (length < 0) throw malformed(what, "the length " + length);
        return within(length);
    }

    private long within(long length) {
        if (length > end - at)
            throw malformed(
                    "%d more bytes".formatted(length),
                    "%d to the end of the %s"
                            .formatted(end - at, end == bytes.byteSize() ? "file" : "message"));
        return at + length;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift <= MOST_VARINT_BITS; shift += 7) {
            if (at >= end) throw malformed("the rest of a number", "the end of the message");
            byte next = bytes.get(ValueLayout.JAVA_BYTE, at++);
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) return value;
        }
        throw malformed("a number of at most 10 bytes", "a longer one");
    }

    MalformedProfileException malformed(String expected, String found) {
        return file.malformed(at, expected, found);
    }
}
