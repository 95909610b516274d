package treeline.formats.parquet;

import treeline.formats.writing.TidyExpected;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/// A small reader of Parquet that shares nothing with the writer: for tests where pyarrow is not at
/// hand. Numbers of fields, types and encodings are those of `parquet.thrift`.
final class ParquetFile {
    private final ByteBuffer file;
    private final Map<Integer, Object> footer;

    ParquetFile(Path path) throws IOException {
        file = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
        if (file.getInt(0) != 0x31524150 || file.getInt(file.limit() - 4) != 0x31524150)
            throw new AssertionError("no PAR1");
        footer = struct(file.position(file.limit() - 8 - file.getInt(file.limit() - 8)));
        if (file.position() != file.limit() - 8) throw new AssertionError("footer is longer");
    }

    List<Map<Integer, Object>> groups() {
        return structs(footer.get(4));
    }

    /// What the end of the file says of a column in a row group: how many values, nulls, bounds.
    Map<Integer, Object> facts(int group, int column) {
        return fields(structs(groups().get(group).get(1)).get(column).get(3));
    }

    List<String> columnNames() {
        return structs(footer.get(2)).stream().skip(1).map(each -> text(each.get(4))).toList();
    }

    Map<String, String> metadata() {
        Map<String, String> metadata = new HashMap<>();
        if (footer.get(5) != null)
            for (Map<Integer, Object> each : structs(footer.get(5)))
                metadata.put(text(each.get(1)), text(each.get(2)));
        return metadata;
    }

    /// As [TidyExpected] writes them.
    List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (Map<Integer, Object> group : groups()) {
            List<List<String>> columns = new ArrayList<>();
            List<Map<Integer, Object>> chunks = structs(group.get(1));
            for (int column = 0; column < chunks.size(); column++)
                columns.add(column(column, chunks.get(column)));
            for (int row = 0; row < whole(group.get(3)); row++) {
                int at = row;
                rows.add(String.join(" ", columns.stream().map(each -> each.get(at)).toList()));
            }
        }
        if (rows.size() != whole(footer.get(3))) throw new AssertionError("rows of the footer");
        return rows;
    }

    private List<String> column(int column, Map<Integer, Object> chunk) {
        Map<Integer, Object> data = fields(chunk.get(3));
        boolean optional = whole(structs(footer.get(2)).get(column + 1).get(3)) == 1;
        int type = whole(data.get(1));
        List<String> dictionary = List.of();
        List<String> cells = new ArrayList<>();
        int start = whole(data.get(data.containsKey(11) ? 11 : 9));
        file.position(start);
        while (cells.size() < whole(data.get(5))) {
            Map<Integer, Object> header = struct(file);
            ByteBuffer page = unzipped(whole(header.get(3)), whole(header.get(2)));
            if (whole(header.get(1)) == 2) {
                dictionary = plain(page, type, whole(fields(header.get(7)).get(1)));
                if (file.position() != whole(data.get(9))) throw new AssertionError("data page");
            } else addPage(page, fields(header.get(5)), optional, type, dictionary, cells);
        }
        if (file.position() - start != whole(data.get(7))) throw new AssertionError("chunk size");
        return cells;
    }

    private void addPage(
            ByteBuffer page,
            Map<Integer, Object> header,
            boolean optional,
            int type,
            List<String> dictionary,
            List<String> cells) {
        int count = whole(header.get(1));
        int[] levels = new int[count];
        java.util.Arrays.fill(levels, 1);
        if (optional) {
            int length = page.getInt();
            levels = hybrid(page.slice(page.position(), length), 1, count);
            page.position(page.position() + length);
        }
        int present = java.util.Arrays.stream(levels).sum();
        List<String> values;
        if (whole(header.get(2)) == 0) values = plain(page, type, present);
        else {
            int[] codes = hybrid(page, page.get(), present);
            values = java.util.Arrays.stream(codes).mapToObj(dictionary::get).toList();
        }
        if (page.hasRemaining()) throw new AssertionError("bytes behind a page");
        int next = 0;
        for (int level : levels) cells.add(level == 0 ? "-" : values.get(next++));
    }

    private static List<String> plain(ByteBuffer page, int type, int count) {
        List<String> values = new ArrayList<>();
        if (type == 0) return flags(page, count);
        for (int i = 0; i < count; i++)
            values.add(
                    switch (type) {
                        case 1 -> TidyExpected.number(page.getInt());
                        case 2 -> Long.toString(page.getLong());
                        case 5 -> TidyExpected.value(page.getDouble());
                        default -> {
                            byte[] bytes = new byte[page.getInt()];
                            page.get(bytes);
                            yield TidyExpected.text(new String(bytes, StandardCharsets.UTF_8));
                        }
                    });
        return values;
    }

    private static List<String> flags(ByteBuffer page, int count) {
        List<String> values = new ArrayList<>();
        byte bits = 0;
        for (int i = 0; i < count; i++) {
            if (i % 8 == 0) bits = page.get();
            values.add((bits >> i % 8 & 1) == 1 ? "true" : "false");
        }
        return values;
    }

    static int[] hybrid(ByteBuffer in, int bits, int count) {
        int[] values = new int[count];
        for (int at = 0; at < count; ) {
            int header = (int) varint(in);
            if ((header & 1) == 0) {
                int value = 0;
                for (int i = 0; i * 8 < bits; i++) value |= (in.get() & 0xFF) << (8 * i);
                for (int i = 0; i < header >> 1; i++) values[at++] = value;
                continue;
            }
            int start = in.position();
            for (int i = 0; i < (header >> 1) * 8; i++, at++)
                for (int bit = 0; at < count && bit < bits; bit++) {
                    int place = i * bits + bit;
                    values[at] |= (in.get(start + place / 8) >> place % 8 & 1) << bit;
                }
            in.position(start + (header >> 1) * bits);
        }
        return values;
    }

    private ByteBuffer unzipped(int compressed, int size) {
        byte[] bytes = new byte[compressed];
        file.get(bytes);
        try (var zip = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            byte[] page = zip.readAllBytes();
            if (page.length != size) throw new AssertionError("size of a page");
            return ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN);
        } catch (IOException damaged) {
            throw new UncheckedIOException(damaged);
        }
    }

    /// Thrift's compact protocol.
    private static Map<Integer, Object> struct(ByteBuffer in) {
        Map<Integer, Object> fields = new HashMap<>();
        for (int field = 0, head = in.get() & 0xFF; head != 0; head = in.get() & 0xFF) {
            field += head >> 4;
            fields.put(field, value(in, head & 0xF));
        }
        return fields;
    }

    private static Object value(ByteBuffer in, int type) {
        return switch (type) {
            case 5, 6 -> {
                long zigzag = varint(in);
                yield zigzag >>> 1 ^ -(zigzag & 1);
            }
            case 8 -> {
                byte[] bytes = new byte[(int) varint(in)];
                in.get(bytes);
                yield bytes;
            }
            case 9 -> {
                int head = in.get() & 0xFF;
                int size = head >> 4 == 15 ? (int) varint(in) : head >> 4;
                List<Object> list = new ArrayList<>();
                for (int i = 0; i < size; i++) list.add(value(in, head & 0xF));
                yield list;
            }
            case 12 -> struct(in);
            default -> throw new AssertionError("type " + type);
        };
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) return value;
        }
    }

    private static int whole(Object value) {
        return Math.toIntExact((Long) value);
    }

    static String text(Object value) {
        return new String((byte[]) value, StandardCharsets.UTF_8);
    }

    @SuppressWarnings("unchecked")
    static Map<Integer, Object> fields(Object value) {
        return (Map<Integer, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Map<Integer, Object>> structs(Object value) {
        return (List<Map<Integer, Object>>) value;
    }
}
