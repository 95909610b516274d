package treeline.app.web;

import treeline.table.JsonWriter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Columns of numbers as a browser reads them without copying: the length of a JSON header (u32),
/// the header, then the columns, each padded to 8 bytes; all little-endian.
final class ColumnFrame {
    private static final int ALIGNMENT = 8;

    private record Column(
            String name, String type, int length, int bytes, Consumer<ByteBuffer> out) {}

    private final List<Column> columns = new ArrayList<>();

    ColumnFrame whole(String name, int[] values) {
        int bytes = Math.multiplyExact(values.length, Integer.BYTES);
        columns.add(
                new Column(
                        name, "i32", values.length, bytes, out -> out.asIntBuffer().put(values)));
        return this;
    }

    ColumnFrame real(String name, double[] values) {
        int bytes = Math.multiplyExact(values.length, Double.BYTES);
        columns.add(
                new Column(
                        name,
                        "f64",
                        values.length,
                        bytes,
                        out -> out.asDoubleBuffer().put(values)));
        return this;
    }

    ColumnFrame bytes(String name, byte[] values) {
        columns.add(new Column(name, "u8", values.length, values.length, out -> out.put(values)));
        return this;
    }

    /// @param facts writes further members of the header
    Answer.Columns with(Consumer<JsonWriter> facts) {
        byte[] header = header(facts);
        int size = padded(Integer.BYTES + header.length);
        for (Column column : columns) size = Math.addExact(size, padded(column.bytes));
        ByteBuffer frame = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(header.length).put(header);
        int at = padded(frame.position());
        for (Column column : columns) {
            column.out.accept(frame.slice(at, column.bytes).order(ByteOrder.LITTLE_ENDIAN));
            at += padded(column.bytes);
        }
        return new Answer.Columns(frame.array());
    }

    private byte[] header(Consumer<JsonWriter> facts) {
        var text = new StringBuilder();
        var json = new JsonWriter(text).object().name("columns").array();
        for (Column column : columns) {
            json.object().name("name").value(column.name);
            json.name("type").value(column.type);
            json.name("length").value(column.length).end();
        }
        json.end();
        facts.accept(json);
        json.end();
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static int padded(int bytes) {
        return Math.addExact(bytes, ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
}
