package treeline.dashboard.view;

import treeline.dashboard.http.Response;
import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;
import treeline.table.JsonWriter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Binary encoding of numeric columns that a browser maps without copying: the length of a JSON
/// header (u32), the header, then the columns, each padded to 8 bytes, all little-endian.
public final class ColumnFrame {
    private static final int ALIGNMENT = 8;

    private record Column(
            String name, String type, int length, int bytes, Consumer<ByteBuffer> out) {}

    private final List<Column> columns = new ArrayList<>();

    public ColumnFrame whole(String name, int[] values) {
        return whole(name, ImmutableInts.owning(values));
    }

    public ColumnFrame whole(String name, ImmutableInts values) {
        int bytes = Math.multiplyExact(values.size(), Integer.BYTES);
        return add(name, "i32", values.size(), bytes, out -> values.putInto(out.asIntBuffer()));
    }

    public ColumnFrame real(String name, double[] values) {
        return real(name, ImmutableDoubles.owning(values));
    }

    public ColumnFrame real(String name, ImmutableDoubles values) {
        int bytes = Math.multiplyExact(values.size(), Double.BYTES);
        return add(name, "f64", values.size(), bytes, out -> values.putInto(out.asDoubleBuffer()));
    }

    public ColumnFrame bytes(String name, ByteBuffer values) {
        int size = values.remaining();
        return add(name, "u8", size, size, out -> out.put(values.duplicate()));
    }

    private ColumnFrame add(
            String name, String type, int length, int bytes, Consumer<ByteBuffer> out) {
        columns.add(new Column(name, type, length, bytes, out));
        return this;
    }

    /// Encodes the header and the columns.
    ///
    /// @param facts writes further members of the header
    public Response.Columns with(Consumer<JsonWriter> facts) {
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
        return new Response.Columns(frame.array());
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
