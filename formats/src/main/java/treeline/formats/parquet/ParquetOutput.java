package treeline.formats.parquet;

import treeline.bytes.LittleEndianBytes;
import treeline.formats.parquet.ParquetLayout.FileMetaData;
import treeline.formats.parquet.ParquetLayout.RowGroup;
import treeline.formats.parquet.ParquetLayout.SchemaElement;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Writes a file row group by row group. Memory holds the rows of one group and the positions of
/// the others.
final class ParquetOutput {
    private static final byte[] MAGIC = ParquetLayout.MAGIC.getBytes(StandardCharsets.US_ASCII);

    private final String row;
    private final List<Field> fields;
    private final OutputStream out;
    private final List<Group> groups = new ArrayList<>();
    private long at;

    /// A written row group.
    private record Group(int rows, List<ColumnChunkMetadata> chunks) {
        long uncompressed() {
            return chunks.stream().mapToLong(ColumnChunkMetadata::uncompressed).sum();
        }
    }

    /// Supplies the values of a column in the current group.
    @FunctionalInterface
    interface Values {
        /// The values.
        ///
        /// @param field its place in the schema
        ChunkValues of(int field);
    }

    /// @param row what a row is called in the schema
    ParquetOutput(String row, List<Field> fields, OutputStream out) throws IOException {
        this.row = row;
        this.fields = List.copyOf(fields);
        this.out = out;
        out.write(MAGIC);
        at = MAGIC.length;
    }

    void writeGroup(int rows, Values values) throws IOException {
        List<ColumnChunkMetadata> chunks = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            ColumnChunkMetadata chunk = new ColumnChunk(fields.get(i), at, out).write(values.of(i));
            at += chunk.compressed();
            chunks.add(chunk);
        }
        groups.add(new Group(rows, chunks));
    }

    /// The footer.
    void finish(Map<String, String> metadata) throws IOException {
        var footer = new LittleEndianBytes();
        new CompactThrift(footer).struct(file -> describe(file, metadata));
        footer.i32(footer.size()).all(MAGIC);
        footer.writeTo(out);
    }

    private void describe(CompactThrift file, Map<String, String> metadata) {
        file.i32(FileMetaData.VERSION, ParquetLayout.VERSION)
                .structs(FileMetaData.SCHEMA, schema(), element -> element.describe(file))
                .i64(FileMetaData.NUM_ROWS, groups.stream().mapToLong(Group::rows).sum())
                .structs(FileMetaData.ROW_GROUPS, groups, group -> describe(file, group));
        if (!metadata.isEmpty())
            file.structs(
                    FileMetaData.KEY_VALUE_METADATA,
                    List.copyOf(metadata.entrySet()),
                    entry ->
                            file.text(FileMetaData.KEY, entry.getKey())
                                    .text(FileMetaData.VALUE, entry.getValue()));
        file.text(FileMetaData.CREATED_BY, "treeline")
                .structs(
                        FileMetaData.COLUMN_ORDERS,
                        fields,
                        _ -> file.struct(FileMetaData.TYPE_ORDER, _ -> {}));
    }

    private static void describe(CompactThrift file, Group group) {
        file.structs(RowGroup.COLUMNS, group.chunks(), chunk -> chunk.describe(file))
                .i64(RowGroup.TOTAL_BYTE_SIZE, group.uncompressed())
                .i64(RowGroup.NUM_ROWS, group.rows());
    }

    /// A schema element: the row, then its columns.
    @FunctionalInterface
    private interface Element {
        void describe(CompactThrift file);
    }

    private List<Element> schema() {
        List<Element> elements = new ArrayList<>();
        elements.add(
                file ->
                        file.text(SchemaElement.NAME, row)
                                .i32(SchemaElement.NUM_CHILDREN, fields.size()));
        for (Field field : fields) elements.add(field::describe);
        return elements;
    }
}
