package treeline.formats.pprof;

import treeline.array.Longs;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.StoredBytes;

import java.nio.charset.StandardCharsets;

/// A cursor over the protobuf wire format. Bytes are read from an array that slides over the file,
/// because varints are decoded byte by byte.
final class Wire {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int LENGTH = 2;
    static final int FIXED32 = 5;

    private static final int MAX_VARINT_LENGTH = 10;
    private static final int MAX_VARINT_BITS = 63;
    private static final int WINDOW = 1 << 16;

    private final StoredBytes file;
    private final byte[] window;
    private long windowAt;
    private int next; // in the window
    private int filled;
    private long end;
    private int field;
    private int type;

    Wire(StoredBytes file) {
        this.file = file;
        this.window = new byte[(int) Math.min(file.size(), WINDOW)];
        this.end = file.size();
    }

    /// Goes to the next field of the message; false at its end.
    boolean next() {
        if (at() >= end) return false;
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
        return file.size();
    }

    long at() {
        return windowAt + next;
    }

    void goTo(long place) {
        long inWindow = place - windowAt;
        if (inWindow >= 0 && inWindow <= filled) {
            next = (int) inWindow;
            return;
        }
        windowAt = place;
        next = 0;
        filled = 0;
    }

    /// Slides the window to where the next byte is its first.
    private void slide() {
        windowAt += next;
        next = 0;
        filled = (int) Math.min(window.length, file.size() - windowAt);
        file.copy(windowAt, window, 0, filled);
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
        goTo(end);
        end = outer;
    }

    boolean isInside() {
        return at() < end;
    }

    /// Adds the numbers of a repeated field, which stand in it packed or are one each.
    void numbersInto(Longs list) {
        if (type == VARINT) {
            list.add(varint());
            return;
        }
        long outer = enter();
        while (at() < end) list.add(varint());
        leave(outer);
    }

    /// The same without decoding them. A number does not end in another field than it starts in.
    void numbersInto(PackedNumbers list) {
        if (type != VARINT) {
            long outer = enter();
            copyInto(list, end - at());
            leave(outer);
        } else {
            long start = at();
            varint();
            long stop = at();
            goTo(start);
            copyInto(list, stop - start);
        }
    }

    private void copyInto(PackedNumbers list, long length) {
        if (length == 0) return;
        if (length > Integer.MAX_VALUE - 8) throw malformed("a list", length + " bytes");
        int place = list.extend((int) length);
        if (length <= filled - next)
            System.arraycopy(window, next, list.array(), place, (int) length);
        else file.copy(at(), list.array(), place, (int) length);
        goTo(at() + length);
        if (list.at(list.size() - 1) < 0) throw cutNumber();
    }

    /// Decodes numbers that were taken from where the cursor is now.
    void decode(PackedNumbers packed, Longs into) {
        for (int at = 0; at < packed.size(); ) {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                if (shift > MAX_VARINT_BITS) throw longNumber();
                byte each = packed.at(at++); // the last byte ends a number
                value |= (long) (each & 0x7f) << shift;
                if (each >= 0) break;
            }
            into.add(value);
        }
    }

    String text() {
        long textEnd = endOfLength("a text");
        long length = textEnd - at();
        if (length > Integer.MAX_VALUE - 8) throw malformed("a text", length + " bytes");
        byte[] copy = new byte[(int) length];
        file.copy(at(), copy, 0, copy.length);
        goTo(textEnd);
        return new String(copy, StandardCharsets.UTF_8);
    }

    void skip() {
        switch (type) {
            case VARINT -> varint();
            case FIXED64 -> goTo(within(Long.BYTES));
            case FIXED32 -> goTo(within(Integer.BYTES));
            default -> goTo(endOfLength("a field"));
        }
    }

    private long endOfLength(String what) {
        if (type != LENGTH) throw malformed(what, "wire type " + type);
        long length = varint();
        if (length < 0) throw malformed(what, "the length " + length);
        return within(length);
    }

    private long within(long length) {
        long left = end - at();
        if (length > left)
            throw malformed(
                    "%d more bytes".formatted(length),
                    "%d to the end of the %s"
                            .formatted(left, end == file.size() ? "file" : "message"));
        return at() + length;
    }

    private long varint() {
        if (filled - next < MAX_VARINT_LENGTH && windowAt + filled < file.size()) slide();
        int limit = (int) Math.min(filled, end - windowAt);
        long value = 0;
        for (int shift = 0; next < limit && shift <= MAX_VARINT_BITS; shift += 7) {
            byte each = window[next++];
            value |= (long) (each & 0x7f) << shift;
            if (each >= 0) return value;
        }
        throw next >= limit ? cutNumber() : longNumber();
    }

    private MalformedProfileException cutNumber() {
        return malformed("the rest of a number", "the end of the message");
    }

    private MalformedProfileException longNumber() {
        return malformed("a number of at most 10 bytes", "a longer one");
    }

    MalformedProfileException malformed(String expected, String found) {
        return file.malformed(at(), expected, found);
    }
}
