package treeline.formats.parquet;

import treeline.formats.parquet.ParquetLayout.ColumnChunk;
import treeline.formats.parquet.ParquetLayout.Statistics;

import java.util.List;
import java.util.Optional;

/// Parquet column chunk metadata: position and value statistics of one column in one row group. It
/// is small, because all instances are kept until the footer is written.
///
/// @param start offset of its first page
/// @param dictionaryBytes size of the dictionary page, or 0
/// @param compressed size of all pages with their headers, in bytes
record ColumnChunkMetadata(
        Field field,
        long start,
        long dictionaryBytes,
        long compressed,
        long uncompressed,
        int rows,
        int nulls,
        Optional<byte[]> smallest,
        Optional<byte[]> largest) {

    void describe(CompactThrift chunk) {
        chunk.i64(ColumnChunk.FILE_OFFSET, start)
                .struct(ColumnChunk.META_DATA, this::describeMetaData);
    }

    private void describeMetaData(CompactThrift data) {
        data.i32(ColumnChunk.TYPE, field.type().number())
                .numbers(ColumnChunk.ENCODINGS, encodings())
                .texts(ColumnChunk.PATH_IN_SCHEMA, List.of(field.name()))
                .i32(ColumnChunk.CODEC, ParquetLayout.GZIP)
                .i64(ColumnChunk.NUM_VALUES, rows)
                .i64(ColumnChunk.TOTAL_UNCOMPRESSED_SIZE, uncompressed)
                .i64(ColumnChunk.TOTAL_COMPRESSED_SIZE, compressed)
                .i64(ColumnChunk.DATA_PAGE_OFFSET, start + dictionaryBytes);
        if (dictionaryBytes > 0) data.i64(ColumnChunk.DICTIONARY_PAGE_OFFSET, start);
        data.struct(ColumnChunk.STATISTICS, this::describeStatistics);
    }

    private void describeStatistics(CompactThrift statistics) {
        statistics.i64(Statistics.NULL_COUNT, nulls);
        largest.ifPresent(max -> statistics.bytes(Statistics.MAX_VALUE, max));
        smallest.ifPresent(min -> statistics.bytes(Statistics.MIN_VALUE, min));
    }

    private List<Integer> encodings() {
        return dictionaryBytes > 0
                ? List.of(ParquetLayout.PLAIN, ParquetLayout.RLE, ParquetLayout.RLE_DICTIONARY)
                : List.of(ParquetLayout.PLAIN, ParquetLayout.RLE);
    }
}
