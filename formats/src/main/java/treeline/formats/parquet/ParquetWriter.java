package treeline.formats.parquet;

import treeline.formats.parquet.ParquetLayout.FileMetaData;
import treeline.formats.parquet.ParquetLayout.RowGroup;
import treeline.formats.parquet.ParquetLayout.SchemaElement;
import treeline.formats.writing.LittleEndianBytes;
import treeline.formats.writing.TidyColumn;
import treeline.formats.writing.TidyFile;
import treeline.formats.writing.TidyRows;
import treeline.formats.writing.TidyTable;
import treeline.model.Metadata;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Writes a table row group by row group. In memory are the rows of one group, and of those before
/// where they are in the file.
final class ParquetWriter implements TidyFile.Writer {
    private static final byte[] MAGIC = ParquetLayout.MAGIC.getBytes(StandardCharsets.US_ASCII);

    /// Before the names of metadata: readers look for names of their own there, and believe them.
    private static final String METADATA = "run.";

    private static final List<TidyColumn> COLUMNS = Arrays.asList(TidyColumn.values());

    private final TidyTable table;
    private final TidyRows rows;
    private final OutputStream out;
    private final List<Group> groups = new ArrayList<>();
    private long at;

    /// A row group that is in the file.
    private record Group(int rows, List<ColumnChunk> chunks) {
        long uncompressed() {
            return chunks.stream().mapToLong(ColumnChunk::uncompressed).sum();
        }
    }

    ParquetWriter(TidyTable table, TidyRows rows, OutputStream out) throws IOException {
        this.table = table;
        this.rows = rows;
        this.out = out;
        out.write(MAGIC);
        at = MAGIC.length;
    }

    @Override
    public void add(int context, int metric, int node, double value) throws IOException {
        rows.add(context, metric, node, value);
        if (rows.isFull()) writeGroup();
    }

    private void writeGroup() throws IOException {
        List<ColumnChunk> chunks = new ArrayList<>();
        for (TidyColumn column : COLUMNS) {
            var chunk = new ColumnChunk(column, at, out);
            chunk.write(table, rows);
            at += chunk.compressed();
            chunks.add(chunk);
        }
        groups.add(new Group(rows.size(), chunks));
        rows.clear();
    }

    /// The rows that are left, and the footer.
    @Override
    public void finish(Metadata metadata) throws IOException {
        if (rows.size() > 0) writeGroup();
        var footer = new LittleEndianBytes();
        new CompactThrift(footer).struct(file -> describe(file, TidyTable.metadata(metadata)));
        footer.i32(footer.size()).all(MAGIC);
        footer.writeTo(out);
    }

    private void describe(CompactThrift file, Metadata metadata) {
        file.i32(FileMetaData.VERSION, ParquetLayout.VERSION)
                .structs(FileMetaData.SCHEMA, schema(), element -> element.describe(file))
                .i64(FileMetaData.NUM_ROWS, groups.stream().mapToLong(Group::rows).sum())
                .structs(FileMetaData.ROW_GROUPS, groups, group -> describe(file, group));
        List<String> keys = List.copyOf(metadata.keys());
        if (!keys.isEmpty())
            file.structs(
                    FileMetaData.KEY_VALUE_METADATA,
                    keys,
                    key ->
                            file.text(FileMetaData.KEY, METADATA + key)
                                    .text(
                                            FileMetaData.VALUE,
                                            metadata.get(key).orElseThrow().toString()));
        file.text(FileMetaData.CREATED_BY, "treeline")
                .structs(
                        FileMetaData.COLUMN_ORDERS,
                        COLUMNS,
                        _ -> file.struct(FileMetaData.TYPE_ORDER, _ -> {}));
    }

    private static void describe(CompactThrift file, Group group) {
        file.structs(RowGroup.COLUMNS, group.chunks(), chunk -> chunk.describe(file))
                .i64(RowGroup.TOTAL_BYTE_SIZE, group.uncompressed())
                .i64(RowGroup.NUM_ROWS, group.rows());
    }

    /// A line of the schema: the row, then its columns.
    @FunctionalInterface
    private interface Element {
        void describe(CompactThrift file);
    }

    private static List<Element> schema() {
        List<Element> elements = new ArrayList<>();
        elements.add(
                file ->
                        file.text(SchemaElement.NAME, "profile")
                                .i32(SchemaElement.NUM_CHILDREN, COLUMNS.size()));
        for (TidyColumn column : COLUMNS) elements.add(file -> describe(file, column));
        return elements;
    }

    private static void describe(CompactThrift file, TidyColumn column) {
        file.i32(SchemaElement.TYPE, ColumnChunk.type(column))
                .i32(
                        SchemaElement.REPETITION_TYPE,
                        column.isOptional() ? ParquetLayout.OPTIONAL : ParquetLayout.REQUIRED)
                .text(SchemaElement.NAME, column.title());
        if (column.type() == TidyColumn.Type.TEXT)
            file.i32(SchemaElement.CONVERTED_TYPE, ParquetLayout.UTF8)
                    .struct(
                            SchemaElement.LOGICAL_TYPE,
                            type -> type.struct(SchemaElement.LOGICAL_STRING, _ -> {}));
    }
}
