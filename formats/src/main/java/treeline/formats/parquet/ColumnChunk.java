package treeline.formats.parquet;

import treeline.formats.parquet.ParquetLayout.PageHeader;
import treeline.formats.parquet.ParquetLayout.Statistics;
import treeline.formats.writing.LittleEndianBytes;
import treeline.formats.writing.TidyColumn;
import treeline.formats.writing.TidyRows;
import treeline.formats.writing.TidyTable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Writes one column of a row group: a page of its different values, where there are such, and
/// pages of the rows. Remembers what the footer says of it.
final class ColumnChunk {
    private static final int ROWS_PER_PAGE = 1 << 17;

    private final TidyColumn column;
    private final long start;
    private final OutputStream out;
    private final LittleEndianBytes page = new LittleEndianBytes();
    private long compressed;
    private long uncompressed;
    private long dictionaryBytes;
    private int rows;
    private int nulls;
    private Consumer<CompactThrift> bounds = _ -> {};

    /// @param start where the file stands
    ColumnChunk(TidyColumn column, long start, OutputStream out) {
        this.column = column;
        this.start = start;
        this.out = out;
    }

    void write(TidyTable table, TidyRows group) throws IOException {
        rows = group.size();
        if (column.type() == TidyColumn.Type.REAL) writeReals(group);
        else writeCodes(new ColumnDictionary(table, column, group));
    }

    private void writeReals(TidyRows group) throws IOException {
        for (int from = 0; from < rows; from += ROWS_PER_PAGE) {
            int to = Math.min(rows, from + ROWS_PER_PAGE);
            for (int row = from; row < to; row++) page.f64(group.value(row));
            flushData(to - from, ParquetLayout.PLAIN);
        }
    }

    /// A column that has nothing in any row has no dictionary either.
    private void writeCodes(ColumnDictionary dictionary) throws IOException {
        nulls = rows - dictionary.values();
        bounds = statistics -> addBounds(statistics, dictionary);
        if (dictionary.entries() > 0) writeDictionary(dictionary);
        int bits = RleHybrid.bits(dictionary.entries());
        int code = 0;
        for (int from = 0; from < rows; from += ROWS_PER_PAGE) {
            int to = Math.min(rows, from + ROWS_PER_PAGE);
            if (column.isOptional()) addLevels(dictionary.present(), from, to);
            int end = code;
            for (int row = from; row < to; row++) end += dictionary.present()[row];
            if (dictionary.entries() > 0)
                RleHybrid.write(dictionary.codes(), code, end, bits, page.u8(bits));
            code = end;
            flushData(to - from, encoding());
        }
    }

    private int encoding() {
        return dictionaryBytes > 0 ? ParquetLayout.RLE_DICTIONARY : ParquetLayout.PLAIN;
    }

    private void addLevels(int[] present, int from, int to) {
        int at = page.size();
        page.i32(0);
        RleHybrid.write(present, from, to, 1, page);
        page.putI32(at, page.size() - at - Integer.BYTES);
    }

    private static void addBounds(CompactThrift statistics, ColumnDictionary dictionary) {
        dictionary.largest().ifPresent(max -> statistics.bytes(Statistics.MAX_VALUE, max));
        dictionary.smallest().ifPresent(min -> statistics.bytes(Statistics.MIN_VALUE, min));
    }

    private void writeDictionary(ColumnDictionary dictionary) throws IOException {
        page.all(dictionary.plain());
        flush(
                ParquetLayout.DICTIONARY_PAGE,
                header ->
                        header.struct(
                                PageHeader.DICTIONARY_PAGE_HEADER,
                                each ->
                                        each.i32(PageHeader.NUM_VALUES, dictionary.entries())
                                                .i32(PageHeader.ENCODING, ParquetLayout.PLAIN)));
        dictionaryBytes = compressed;
    }

    private void flushData(int count, int encoding) throws IOException {
        flush(
                ParquetLayout.DATA_PAGE,
                header ->
                        header.struct(
                                PageHeader.DATA_PAGE_HEADER,
                                each ->
                                        each.i32(PageHeader.NUM_VALUES, count)
                                                .i32(PageHeader.ENCODING, encoding)
                                                .i32(
                                                        PageHeader.DEFINITION_LEVEL_ENCODING,
                                                        ParquetLayout.RLE)
                                                .i32(
                                                        PageHeader.REPETITION_LEVEL_ENCODING,
                                                        ParquetLayout.RLE)));
    }

    private void flush(int type, Consumer<CompactThrift> ofType) throws IOException {
        byte[] body = zipped(page);
        var header = new LittleEndianBytes();
        new CompactThrift(header)
                .struct(
                        fields -> {
                            fields.i32(PageHeader.TYPE, type)
                                    .i32(PageHeader.UNCOMPRESSED_SIZE, page.size())
                                    .i32(PageHeader.COMPRESSED_SIZE, body.length);
                            ofType.accept(fields);
                        });
        header.writeTo(out);
        out.write(body);
        uncompressed += header.size() + (long) page.size();
        compressed += header.size() + (long) body.length;
        page.clear();
    }

    private static byte[] zipped(LittleEndianBytes page) throws IOException {
        var bytes = new ByteArrayOutputStream(page.size() / 2 + 64);
        try (var zip = new FastGzip(bytes)) {
            page.writeTo(zip);
        }
        return bytes.toByteArray();
    }

    /// The level that takes least time.
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    long compressed() {
        return compressed;
    }

    long uncompressed() {
        return uncompressed;
    }

    /// What the footer says.
    void describe(CompactThrift chunk) {
        chunk.i64(ParquetLayout.ColumnChunk.FILE_OFFSET, start)
                .struct(ParquetLayout.ColumnChunk.META_DATA, this::describeMetaData);
    }

    private void describeMetaData(CompactThrift data) {
        data.i32(ParquetLayout.ColumnChunk.TYPE, type(column))
                .numbers(
                        ParquetLayout.ColumnChunk.ENCODINGS,
                        dictionaryBytes > 0
                                ? List.of(
                                        ParquetLayout.PLAIN,
                                        ParquetLayout.RLE,
                                        ParquetLayout.RLE_DICTIONARY)
                                : List.of(ParquetLayout.PLAIN, ParquetLayout.RLE))
                .texts(ParquetLayout.ColumnChunk.PATH_IN_SCHEMA, List.of(column.title()))
                .i32(ParquetLayout.ColumnChunk.CODEC, ParquetLayout.GZIP)
                .i64(ParquetLayout.ColumnChunk.NUM_VALUES, rows)
                .i64(ParquetLayout.ColumnChunk.TOTAL_UNCOMPRESSED_SIZE, uncompressed)
                .i64(ParquetLayout.ColumnChunk.TOTAL_COMPRESSED_SIZE, compressed)
                .i64(ParquetLayout.ColumnChunk.DATA_PAGE_OFFSET, start + dictionaryBytes);
        if (dictionaryBytes > 0) data.i64(ParquetLayout.ColumnChunk.DICTIONARY_PAGE_OFFSET, start);
        data.struct(
                ParquetLayout.ColumnChunk.STATISTICS,
                statistics -> bounds.accept(statistics.i64(Statistics.NULL_COUNT, nulls)));
    }

    static int type(TidyColumn column) {
        return switch (column.type()) {
            case TEXT -> ParquetLayout.BYTE_ARRAY;
            case WHOLE -> ParquetLayout.INT32;
            case REAL -> ParquetLayout.DOUBLE;
        };
    }
}
