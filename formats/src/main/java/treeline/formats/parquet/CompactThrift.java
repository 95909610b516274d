package treeline.formats.parquet;

import treeline.bytes.LittleEndianBytes;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/// Thrift's compact protocol, limited to what Parquet's headers and footer need. Fields of a struct
/// are written in field order.
final class CompactThrift {
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int STRUCT = 12;
    private static final int LONG_LIST = 15;

    private final LittleEndianBytes out;
    private final Deque<Integer> outer = new ArrayDeque<>();
    private int last;

    CompactThrift(LittleEndianBytes out) {
        this.out = out;
    }

    CompactThrift i32(int field, int value) {
        header(field, I32);
        out.varint(zigzag(value));
        return this;
    }

    CompactThrift i64(int field, long value) {
        header(field, I64);
        out.varint(zigzag(value));
        return this;
    }

    CompactThrift text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    CompactThrift bytes(int field, byte[] value) {
        header(field, BINARY);
        binary(value);
        return this;
    }

    CompactThrift struct(int field, Consumer<CompactThrift> content) {
        header(field, STRUCT);
        return struct(content);
    }

    /// A struct that is no field: the whole of a message.
    CompactThrift struct(Consumer<CompactThrift> content) {
        outer.push(last);
        last = 0;
        content.accept(this);
        last = outer.pop();
        out.u8(0);
        return this;
    }

    <T> CompactThrift structs(int field, List<T> all, Consumer<T> content) {
        listHeader(field, STRUCT, all.size());
        for (T each : all) struct(_ -> content.accept(each));
        return this;
    }

    CompactThrift numbers(int field, List<Integer> all) {
        listHeader(field, I32, all.size());
        for (int each : all) out.varint(zigzag(each));
        return this;
    }

    CompactThrift texts(int field, List<String> all) {
        listHeader(field, BINARY, all.size());
        for (String each : all) binary(each.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    private void binary(byte[] value) {
        out.varint(value.length).all(value);
    }

    private void listHeader(int field, int type, int size) {
        header(field, LIST);
        if (size < LONG_LIST) out.u8((size << 4) | type);
        else out.u8((LONG_LIST << 4) | type).varint(size);
    }

    private void header(int field, int type) {
        out.u8(
                ((field - last) << 4)
                        | type); // all of our fields are less than 16 behind each other
        last = field;
    }

    private static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }
}
