package treeline.formats.arrow;

import treeline.formats.writing.TidyExpected;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A small reader of Arrow files that shares nothing with the writer: for tests where pyarrow is
/// not at hand. Numbers of fields and types are those of Arrow's schemas for FlatBuffers.
final class ArrowFile {
    private final ByteBuffer file;
    private final int footer;
    private final int schema;
    private final Map<Long, List<String>> dictionaries = new HashMap<>();

    ArrowFile(Path path) throws IOException {
        file = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
        int end = file.limit() - 6;
        if (!text(0, 6).equals("ARROW1") || !text(end, 6).equals("ARROW1"))
            throw new AssertionError("no ARROW1");
        footer = reference(end - 4 - file.getInt(end - 4));
        schema = reference(field(footer, 1));
    }

    private String text(int at, int length) {
        return new String(file.array(), at, length, StandardCharsets.UTF_8);
    }

    /// Where a field of a table is, 0 where it is missing.
    private int field(int table, int number) {
        int directory = table - file.getInt(table);
        if (4 + 2 * number >= file.getShort(directory)) return 0;
        int offset = file.getShort(directory + 4 + 2 * number);
        return offset == 0 ? 0 : table + offset;
    }

    private int reference(int at) {
        return at + file.getInt(at);
    }

    private String string(int at) {
        int start = reference(at);
        return text(start + 4, file.getInt(start));
    }

    private List<Integer> tables(int at) {
        int start = reference(at);
        List<Integer> tables = new ArrayList<>();
        for (int i = 0; i < file.getInt(start); i++) tables.add(reference(start + 4 + 4 * i));
        return tables;
    }

    List<String> columnNames() {
        return tables(field(schema, 1)).stream().map(each -> string(field(each, 0))).toList();
    }

    Map<String, String> metadata() {
        Map<String, String> metadata = new HashMap<>();
        for (int each : tables(field(schema, 2)))
            metadata.put(string(field(each, 0)), string(field(each, 1)));
        return metadata;
    }

    int batches() {
        return file.getInt(reference(field(footer, 3)));
    }

    /// As [TidyExpected] writes them.
    List<String> rows() {
        blocks(2, (header, body) -> addDictionary(header, body));
        List<String> rows = new ArrayList<>();
        blocks(3, (header, body) -> addRows(header, body, rows));
        return rows;
    }

    /// Takes the header of a message and where its body is.
    private interface Block {
        void read(int header, int body);
    }

    private void blocks(int field, Block block) {
        int list = reference(field(footer, field));
        for (int i = 0; i < file.getInt(list); i++) {
            int at = (int) file.getLong(list + 4 + 24 * i);
            int head = file.getInt(list + 12 + 24 * i);
            if (at % 8 != 0 || head % 8 != 0 || file.getInt(at) != -1)
                throw new AssertionError("block " + i);
            if (file.getInt(at + 4) != head - 8) throw new AssertionError("head of block " + i);
            int message = reference(at + 8);
            if (file.getLong(field(message, 3)) != file.getLong(list + 20 + 24 * i))
                throw new AssertionError("body of block " + i);
            block.read(reference(field(message, 2)), at + head);
        }
    }

    private void addDictionary(int header, int body) {
        int batch = reference(field(header, 1));
        int buffers = reference(field(batch, 2)) + 4;
        int offsets = body + (int) file.getLong(buffers + 16);
        int texts = body + (int) file.getLong(buffers + 32);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < file.getLong(field(batch, 0)); i++) {
            int from = file.getInt(offsets + 4 * i);
            all.add(TidyExpected.text(text(texts + from, file.getInt(offsets + 4 * i + 4) - from)));
        }
        int id = field(header, 0);
        dictionaries.put(id == 0 ? 0 : file.getLong(id), all);
    }

    private void addRows(int batch, int body, List<String> rows) {
        int count = (int) file.getLong(field(batch, 0));
        List<Integer> columns = tables(field(schema, 1));
        List<StringBuilder> lines = new ArrayList<>();
        for (int row = 0; row < count; row++) lines.add(new StringBuilder());
        int buffers = reference(field(batch, 2)) + 4;
        for (int i = 0; i < columns.size(); i++) {
            int presence = body + (int) file.getLong(buffers + 32 * i);
            boolean all = file.getLong(buffers + 32 * i + 8) == 0;
            int data = body + (int) file.getLong(buffers + 32 * i + 16);
            if (data % 8 != 0) throw new AssertionError("alignment");
            for (int row = 0; row < count; row++) {
                boolean there = all || (file.get(presence + row / 8) >> row % 8 & 1) == 1;
                if (i > 0) lines.get(row).append(' ');
                lines.get(row).append(there ? cell(columns.get(i), data, row) : "-");
            }
        }
        lines.forEach(line -> rows.add(line.toString()));
    }

    private String cell(int column, int data, int row) {
        int type = file.get(field(column, 2));
        if (type == 3) return TidyExpected.value(file.getDouble(data + 8 * row));
        int number = file.getInt(data + 4 * row);
        if (type == 2) return TidyExpected.number(number);
        int id = field(reference(field(column, 4)), 0);
        return dictionaries.get(id == 0 ? 0 : file.getLong(id)).get(number);
    }
}
