package treeline.formats.parquet;

import treeline.bytes.LittleEndianBytes;
import treeline.formats.parquet.ParquetLayout.PageHeader;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Writes one column chunk: a dictionary page, if any, and data pages.
final class ColumnChunk {
    private static final int ROWS_PER_PAGE = 1 << 17;

    private final Field field;
    private final long start;
    private final OutputStream out;
    private final LittleEndianBytes page = new LittleEndianBytes();
    private long compressed;
    private long uncompressed;

    /// @param start where the file stands
    ColumnChunk(Field field, long start, OutputStream out) {
        this.field = field;
        this.start = start;
        this.out = out;
    }

    /// Writes the rows of a group; returns what is left to say of them at the end of the file.
    ColumnChunkMetadata write(ChunkValues values) throws IOException {
        if (values.entries() > 0) writeDictionary(values);
        long dictionaryBytes = compressed;
        int encoding = values.entries() > 0 ? ParquetLayout.RLE_DICTIONARY : ParquetLayout.PLAIN;
        for (int from = 0; from < values.rows(); from += ROWS_PER_PAGE) {
            int to = Math.min(values.rows(), from + ROWS_PER_PAGE);
            if (field.optional()) addLevels(values.present(), from, to);
            values.addPage(from, to, page);
            flushData(to - from, encoding);
        }
        return new ColumnChunkMetadata(
                field,
                start,
                dictionaryBytes,
                compressed,
                uncompressed,
                values.rows(),
                values.rows() - values.values(),
                values.smallest(),
                values.largest());
    }

    private void addLevels(int[] present, int from, int to) {
        int at = page.size();
        page.i32(0);
        RleHybrid.write(present, from, to, 1, page);
        page.putI32(at, page.size() - at - Integer.BYTES);
    }

    private void writeDictionary(ChunkValues values) throws IOException {
        flush(
                values.dictionary(),
                ParquetLayout.DICTIONARY_PAGE,
                header ->
                        header.struct(
                                PageHeader.DICTIONARY_PAGE_HEADER,
                                each ->
                                        each.i32(PageHeader.NUM_VALUES, values.entries())
                                                .i32(PageHeader.ENCODING, ParquetLayout.PLAIN)));
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

    /// Gzip at its fastest level.
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
