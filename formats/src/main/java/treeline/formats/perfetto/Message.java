package treeline.formats.perfetto;

import treeline.source.files.MalformedProfileException;

import java.nio.charset.StandardCharsets;

/// A cursor over the fields of one protobuf message in memory. Nested messages are cursors of their
/// own over the same bytes, so the depth of a file is never the depth of the stack.
final class Message {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int LENGTH = 2;
    static final int FIXED32 = 5;

    private static final int MAX_SHIFT = 63;

    private final String file;
    private final long base;
    private final boolean expanded;
    private final byte[] bytes;
    private final int end;
    private int at;
    private int field;
    private int type;

    /// @param base offset of the first byte in the file, or of the compressed packet
    /// @param expanded whether the bytes were expanded, so that errors name the packet
    Message(String file, long base, boolean expanded, byte[] bytes, int at, int end) {
        this.file = file;
        this.base = base;
        this.expanded = expanded;
        this.bytes = bytes;
        this.at = at;
        this.end = end;
    }

    /// Goes to the next field; false at the end of the message.
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

    int at() {
        return at;
    }

    boolean isInside() {
        return at < end;
    }

    /// A number of any fixed or variable length.
    long number() {
        return switch (type) {
            case VARINT -> varint();
            case FIXED64 -> fixed(Long.BYTES);
            case FIXED32 -> fixed(Integer.BYTES);
            default -> throw malformed("a number", "wire type " + type);
        };
    }

    double real() {
        if (type != FIXED64) throw malformed("a double", "wire type " + type);
        return Double.longBitsToDouble(fixed(Long.BYTES));
    }

    /// Receives the numbers of a repeated field.
    @FunctionalInterface
    interface Numbers {
        void number(long value);
    }

    /// The numbers of a repeated field, packed or one of them.
    ///
    /// @param fixed whether packed numbers have 8 bytes each
    void numbers(boolean fixed, Numbers visitor) {
        if (type != LENGTH) {
            visitor.number(number());
            return;
        }
        Message packed = message();
        while (packed.isInside())
            visitor.number(fixed ? packed.fixed(Long.BYTES) : packed.varint());
    }

    /// The message that the field is.
    Message message() {
        int length = length();
        var inner = new Message(file, base, expanded, bytes, at, at + length);
        at += length;
        return inner;
    }

    String text() {
        int length = length();
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    void skip() {
        switch (type) {
            case VARINT -> varint();
            case FIXED64 -> fixed(Long.BYTES);
            case FIXED32 -> fixed(Integer.BYTES);
            default -> {
                int length = length();
                at += length;
            }
        }
    }

    /// The message that the field is, as far as it lies in these bytes.
    Message start() {
        if (type != LENGTH) throw malformed("a message", "wire type " + type);
        long length = varint();
        int stop = length < 0 || length > end - at ? end : at + (int) length;
        var inner = new Message(file, base, expanded, bytes, at, stop);
        at = stop;
        return inner;
    }

    /// Whether nothing follows in the bytes, which may end within a field.
    boolean isAtEndOfBytes() {
        return at >= bytes.length;
    }

    /// Passes over the content of a field, after [#length].
    void pass(int length) {
        at += length;
    }

    /// The length of the content of a field, which starts at [#at()].
    int length() {
        if (type != LENGTH) throw malformed("a message or text", "wire type " + type);
        long length = varint();
        if (length < 0 || length > end - at)
            throw malformed(
                    "%s more bytes".formatted(Long.toUnsignedString(length)),
                    "%d to the end of the message".formatted(end - at));
        return (int) length;
    }

    byte[] bytes() {
        return bytes;
    }

    /// The place in the file that messages name.
    long offset() {
        return expanded ? base : base + at;
    }

    private long fixed(int length) {
        if (end - at < length)
            throw malformed(length + " bytes", (end - at) + " to the end of the message");
        long value = 0;
        for (int i = length - 1; i >= 0; i--) value = (value << 8) | (bytes[at + i] & 0xFF);
        at += length;
        return value;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; at < end && shift <= MAX_SHIFT; shift += 7) {
            byte each = bytes[at++];
            value |= (long) (each & 0x7f) << shift;
            if (each >= 0) return value;
        }
        throw at >= end
                ? malformed("the rest of a number", "the end of the message")
                : malformed("a number of at most 10 bytes", "a longer one");
    }

    MalformedProfileException malformed(String expected, String found) {
        return MalformedProfileException.atByte(file, offset(), expected, found);
    }
}
