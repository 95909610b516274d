package treeline.formats.parquet;

import treeline.formats.parquet.ParquetLayout.PageHeader;
import treeline.formats.writing.LittleEndianBytes;
import treeline.formats.writing.TidyColumn;
import treeline.formats.writing.TidyRows;
import treeline.formats.writing.TidyTable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Writes one column of a row group: a page of its different values, where there are such, and
/// pages of the rows.
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
    private Optional<byte[]> smallest = Optional.empty();
    private Optional<byte[]> largest = Optional.empty();

    /// @param start where the file stands
    ColumnChunk(TidyColumn column, long start, OutputStream out) {
        this.column = column;
        this.start = start;
        this.out = out;
    }

    /// Writes the rows of a group; returns what is left to say of them at the end of the file.
    ChunkFacts write(TidyTable table, TidyRows group) throws IOException {
        rows = group.size();
        if (column.type() == TidyColumn.Type.REAL) writeReals(group);
        else writeCodes(new ColumnDictionary(table, column, group));
        return new ChunkFacts(
                column,
                start,
                dictionaryBytes,
                compressed,
                uncompressed,
                rows,
                nulls,
                smallest,
                largest);
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
        smallest = dictionary.smallest();
        largest = dictionary.largest();
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

    private void writeDictionary(ColumnDictionary dictionary) throws IOException {
        flush(
                dictionary.plain(),
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
                page,
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

    private void flush(LittleEndianBytes content, int type, Consumer<CompactThrift> ofType)
            throws IOException {
        byte[] body = zipped(content);
        var header = new LittleEndianBytes();
        new CompactThrift(header)
                .struct(
                        fields -> {
                            fields.i32(PageHeader.TYPE, type)
                                    .i32(PageHeader.UNCOMPRESSED_SIZE, content.size())
                                    .i32(PageHeader.COMPRESSED_SIZE, body.length);
                            ofType.accept(fields);
                        });
        header.writeTo(out);
        out.write(body);
        uncompressed += header.size() + (long) content.size();
        compressed += header.size() + (long) body.length;
        content.clear();
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
}
