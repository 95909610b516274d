package treeline.formats.caliper.cali;

import java.nio.charset.StandardCharsets;

/// The fields of one line, `name=item=item,...`, with backslash escapes.
final class CaliFields {
    /// Longer items are refused: names and values of programs are not megabytes.
    private static final int MAX_ITEM_LENGTH = 1 << 20;

    private static final int MAX_DIGITS = 19;

    private byte[] bytes = new byte[0];
    private int lineEnd;
    private int name;
    private int nameEnd;
    private int item;
    private int fieldEnd;

    void startLine(byte[] line, int from, int to) {
        bytes = line;
        lineEnd = to;
        fieldEnd = from - 1;
    }

    /// Goes to the next field of the line.
    boolean nextField() {
        name = fieldEnd + 1;
        if (name >= lineEnd) return false;
        nameEnd = name;
        while (nameEnd < lineEnd
                && bytes[nameEnd] != CaliLayout.ITEM_END
                && bytes[nameEnd] != CaliLayout.FIELD_END) nameEnd++;
        fieldEnd = nameEnd;
        while (fieldEnd < lineEnd && bytes[fieldEnd] != CaliLayout.FIELD_END)
            fieldEnd += bytes[fieldEnd] == CaliLayout.ESCAPE ? 2 : 1;
        fieldEnd = Math.min(fieldEnd, lineEnd);
        item = nameEnd + 1;
        return true;
    }

    boolean isCalled(byte[] expected) {
        return nameEnd - name == expected.length
                && CaliLayout.startsWith(bytes, name, nameEnd, expected);
    }

    /// Where the items of the field start; they end at [#fieldEnd].
    int items() {
        return Math.min(item, fieldEnd);
    }

    int fieldEnd() {
        return fieldEnd;
    }

    /// One past the item that starts at `from`, in a field that ends at `to`.
    int itemEnd(int from, int to) {
        int at = from;
        while (at < to && bytes[at] != CaliLayout.ITEM_END)
            at += bytes[at] == CaliLayout.ESCAPE ? 2 : 1;
        return Math.min(at, to);
    }

    /// The unsigned number of an item, -1 if it is none.
    long number(int from, int to) {
        if (from >= to || to - from > MAX_DIGITS) return -1;
        long number = 0;
        for (int at = from; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) return -1;
            number = number * 10 + digit;
        }
        return Math.max(number, -1); // beyond 2^63 it has become negative
    }

    boolean isTooLong(int from, int to) {
        return to - from > MAX_ITEM_LENGTH;
    }

    String text(int from, int to) {
        for (int at = from; at < to; at++)
            if (bytes[at] == CaliLayout.ESCAPE) return unescaped(from, to);
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private String unescaped(int from, int to) {
        byte[] plain = new byte[to - from];
        int length = 0;
        for (int at = from; at < to; at++) {
            boolean escaped = bytes[at] == CaliLayout.ESCAPE && at + 1 < to;
            if (escaped) at++;
            plain[length++] = escaped && bytes[at] == 'n' ? (byte) '\n' : bytes[at];
        }
        return new String(plain, 0, length, StandardCharsets.UTF_8);
    }
}
