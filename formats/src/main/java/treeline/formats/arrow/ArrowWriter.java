package treeline.formats.arrow;

import treeline.bytes.LittleEndianBytes;
import treeline.formats.arrow.ArrowLayout.Batch;
import treeline.formats.arrow.ArrowLayout.Field;
import treeline.formats.arrow.ArrowLayout.Footer;
import treeline.formats.arrow.ArrowLayout.Message;
import treeline.formats.arrow.ArrowLayout.Schema;
import treeline.formats.writing.TidyColumn;
import treeline.formats.writing.TidyExporter;
import treeline.formats.writing.TidyRows;
import treeline.formats.writing.TidyTable;
import treeline.model.Metadata;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Writes a table as an Arrow file: the dictionary of each text column first, then record batches
/// that reference it.
final class ArrowWriter implements TidyExporter.Writer {
    private static final String METADATA = "run.";
    private static final List<TidyColumn> COLUMNS = List.of(TidyColumn.values());

    private final TidyTable table;
    private final TidyRows rows;
    private final OutputStream out;
    private final Map<TidyColumn, TextDictionary> dictionaries = new EnumMap<>(TidyColumn.class);
    private final LittleEndianBytes dictionaryBlocks = new LittleEndianBytes();
    private final LittleEndianBytes rowBlocks = new LittleEndianBytes();
    private int rowBlockCount;
    private long at;

    ArrowWriter(TidyTable table, TidyRows rows, OutputStream out) throws IOException {
        this.table = table;
        this.rows = rows;
        this.out = out;
        write(new LittleEndianBytes().utf8(ArrowLayout.MAGIC).align(ArrowLayout.ALIGNMENT));
        for (TidyColumn column : TidyColumn.values())
            if (column.type() == TidyColumn.Type.TEXT)
                dictionaries.put(column, new TextDictionary(table, column));
        writeMessage(ArrowLayout.SCHEMA, schema(Metadata.NONE), 0);
        for (TidyColumn column : dictionaries.keySet()) writeDictionary(column);
    }

    private void write(LittleEndianBytes bytes) throws IOException {
        bytes.writeTo(out);
        at += bytes.size();
    }

    /// Returns the length of what stands before the body.
    private int writeMessage(int type, FlatTable header, long bodyBytes) throws IOException {
        LittleEndianBytes message =
                new FlatTable()
                        .u16(Message.VERSION, ArrowLayout.VERSION)
                        .u8(Message.HEADER_TYPE, type)
                        .table(Message.HEADER, header)
                        .i64(Message.BODY_LENGTH, bodyBytes)
                        .buffer();
        write(new LittleEndianBytes().i32(ArrowLayout.CONTINUATION).i32(message.size()));
        write(message);
        return 2 * Integer.BYTES + message.size();
    }

    private FlatTable schema(Metadata metadata) {
        List<FlatTable> fields = new ArrayList<>();
        for (TidyColumn column : TidyColumn.values()) fields.add(field(column));
        List<FlatTable> facts = new ArrayList<>();
        for (String key : metadata.keys())
            facts.add(
                    new FlatTable()
                            .text(Schema.KEY, METADATA + key)
                            .text(Schema.VALUE, metadata.get(key).orElseThrow().toString()));
        return new FlatTable().tables(Schema.FIELDS, fields).tables(Schema.CUSTOM_METADATA, facts);
    }

    private FlatTable field(TidyColumn column) {
        FlatTable field =
                new FlatTable()
                        .text(Field.NAME, column.title())
                        .u8(Field.NULLABLE, column.isOptional() ? 1 : 0)
                        .tables(Field.CHILDREN, List.of());
        return switch (column.type()) {
            case WHOLE -> field.u8(Field.TYPE_TYPE, ArrowLayout.INT).table(Field.TYPE, int32());
            case REAL ->
                    field.u8(Field.TYPE_TYPE, ArrowLayout.FLOATING_POINT)
                            .table(
                                    Field.TYPE,
                                    new FlatTable().u16(Field.PRECISION, ArrowLayout.DOUBLE));
            case TEXT ->
                    field.u8(Field.TYPE_TYPE, textType(column))
                            .table(Field.TYPE, new FlatTable())
                            .table(
                                    Field.DICTIONARY,
                                    new FlatTable()
                                            .i64(Field.DICTIONARY_ID, COLUMNS.indexOf(column))
                                            .table(Field.INDEX_TYPE, int32()));
        };
    }

    private int textType(TidyColumn column) {
        return dictionary(column).isLarge() ? ArrowLayout.LARGE_UTF8 : ArrowLayout.UTF8;
    }

    private TextDictionary dictionary(TidyColumn column) {
        TextDictionary dictionary = dictionaries.get(column);
        if (dictionary == null) throw new IllegalArgumentException(column.title());
        return dictionary;
    }

    private static FlatTable int32() {
        return new FlatTable().i32(Field.BIT_WIDTH, Integer.SIZE).u8(Field.IS_SIGNED, 1);
    }

    private static long padded(long bytes) {
        return Math.ceilDiv(bytes, ArrowLayout.ALIGNMENT) * ArrowLayout.ALIGNMENT;
    }

    private void writeDictionary(TidyColumn column) throws IOException {
        TextDictionary dictionary = dictionary(column);
        long offsetBytes =
                (dictionary.size() + 1L) * (dictionary.isLarge() ? Long.BYTES : Integer.BYTES);
        var buffers = new LittleEndianBytes();
        buffers.i64(0).i64(0); // all texts are there
        buffers.i64(0).i64(offsetBytes);
        buffers.i64(padded(offsetBytes)).i64(dictionary.bytes());
        long body = padded(offsetBytes) + padded(dictionary.bytes());
        var nodes = new LittleEndianBytes().i64(dictionary.size()).i64(0);
        FlatTable data =
                new FlatTable()
                        .i64(Batch.LENGTH, dictionary.size())
                        .structs(Batch.NODES, 1, nodes)
                        .structs(Batch.BUFFERS, 3, buffers);
        long start = at;
        int head =
                writeMessage(
                        ArrowLayout.DICTIONARY_BATCH,
                        new FlatTable()
                                .i64(Batch.ID, COLUMNS.indexOf(column))
                                .table(Batch.DATA, data),
                        body);
        dictionary.writeOffsets(out);
        pad(offsetBytes);
        dictionary.writeTexts(out);
        pad(dictionary.bytes());
        at += body;
        dictionaryBlocks.i64(start).i32(head).i32(0).i64(body);
    }

    private void pad(long bytes) throws IOException {
        new LittleEndianBytes().zeros((int) (padded(bytes) - bytes)).writeTo(out);
    }

    @Override
    public void add(int context, int metric, int node, double value) throws IOException {
        rows.add(context, metric, node, value);
        if (rows.isFull()) writeRows();
    }

    private void writeRows() throws IOException {
        var body = new LittleEndianBytes();
        var nodes = new LittleEndianBytes();
        var buffers = new LittleEndianBytes();
        for (TidyColumn column : TidyColumn.values()) {
            int nulls = column.isOptional() ? nulls(column) : 0;
            nodes.i64(rows.size()).i64(nulls);
            int start = body.size();
            if (nulls > 0) addPresence(column, body);
            buffers.i64(start).i64(body.size() - (long) start);
            start = body.align(ArrowLayout.ALIGNMENT).size();
            for (int row = 0; row < rows.size(); row++)
                if (column.type() == TidyColumn.Type.REAL) body.f64(rows.value(row));
                else body.i32(Math.max(0, number(column, row)));
            buffers.i64(start).i64(body.size() - (long) start);
            body.align(ArrowLayout.ALIGNMENT);
        }
        int columns = TidyColumn.values().length;
        long start = at;
        int head =
                writeMessage(
                        ArrowLayout.RECORD_BATCH,
                        new FlatTable()
                                .i64(Batch.LENGTH, rows.size())
                                .structs(Batch.NODES, columns, nodes)
                                .structs(Batch.BUFFERS, 2 * columns, buffers),
                        body.size());
        write(body);
        rowBlocks.i64(start).i32(head).i32(0).i64(body.size());
        rowBlockCount++;
        rows.clear();
    }

    /// The number of a row's text, or its whole number; negative where it has nothing.
    private int number(TidyColumn column, int row) {
        int key = rows.key(column, row);
        return column.type() == TidyColumn.Type.TEXT
                ? dictionary(column).code(key)
                : table.number(column, key);
    }

    private int nulls(TidyColumn column) {
        int nulls = 0;
        for (int row = 0; row < rows.size(); row++) if (number(column, row) < 0) nulls++;
        return nulls;
    }

    private void addPresence(TidyColumn column, LittleEndianBytes body) {
        for (int row = 0; row < rows.size(); row += Byte.SIZE) {
            int bits = 0;
            for (int i = row; i < Math.min(row + Byte.SIZE, rows.size()); i++)
                if (number(column, i) >= 0) bits |= 1 << (i - row);
            body.u8(bits);
        }
    }

    /// The rows that are left, the end of messages and the footer.
    @Override
    public void finish(Metadata metadata) throws IOException {
        if (rows.size() > 0) writeRows();
        write(new LittleEndianBytes().i32(ArrowLayout.CONTINUATION).i32(0));
        LittleEndianBytes footer =
                new FlatTable()
                        .u16(Footer.VERSION, ArrowLayout.VERSION)
                        .table(Footer.SCHEMA, schema(TidyTable.metadata(metadata)))
                        .structs(Footer.DICTIONARIES, dictionaries.size(), dictionaryBlocks)
                        .structs(Footer.RECORD_BATCHES, rowBlockCount, rowBlocks)
                        .buffer();
        write(footer);
        write(new LittleEndianBytes().i32(footer.size()).utf8(ArrowLayout.MAGIC));
    }
}
