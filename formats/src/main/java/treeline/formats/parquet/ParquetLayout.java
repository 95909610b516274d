package treeline.formats.parquet;

/// Constants of the Parquet format, in the order of `parquet.thrift` and of its page on encodings.
/// Field numbers start at 1, as in Thrift.
final class ParquetLayout {
    static final String MAGIC = "PAR1";
    static final int VERSION = 1;

    // Type
    static final int BOOLEAN = 0;
    static final int INT32 = 1;
    static final int INT64 = 2;
    static final int DOUBLE = 5;
    static final int BYTE_ARRAY = 6;

    // ConvertedType
    static final int UTF8 = 0;

    // FieldRepetitionType
    static final int REQUIRED = 0;
    static final int OPTIONAL = 1;

    // Encoding
    static final int PLAIN = 0;
    static final int RLE = 3;
    static final int RLE_DICTIONARY = 8;

    // CompressionCodec
    static final int GZIP = 2;

    // PageType
    static final int DATA_PAGE = 0;
    static final int DICTIONARY_PAGE = 2;

    private ParquetLayout() {}

    /// Bounds of the values of a column in a row group.
    static final class Statistics {
        static final int NULL_COUNT = 3;
        static final int MAX_VALUE = 5;
        static final int MIN_VALUE = 6;

        private Statistics() {}
    }

    /// A column, or the row that has all of them.
    static final class SchemaElement {
        static final int TYPE = 1;
        static final int REPETITION_TYPE = 3;
        static final int NAME = 4;
        static final int NUM_CHILDREN = 5;
        static final int CONVERTED_TYPE = 6;
        static final int LOGICAL_TYPE = 10;
        static final int LOGICAL_STRING = 1;

        private SchemaElement() {}
    }

    /// The header of a page.
    static final class PageHeader {
        static final int TYPE = 1;
        static final int UNCOMPRESSED_SIZE = 2;
        static final int COMPRESSED_SIZE = 3;
        static final int DATA_PAGE_HEADER = 5;
        static final int DICTIONARY_PAGE_HEADER = 7;

        static final int NUM_VALUES = 1;
        static final int ENCODING = 2;
        static final int DEFINITION_LEVEL_ENCODING = 3;
        static final int REPETITION_LEVEL_ENCODING = 4;

        private PageHeader() {}
    }

    /// The positions of the pages of a column chunk.
    static final class ColumnChunk {
        static final int FILE_OFFSET = 2;
        static final int META_DATA = 3;

        static final int TYPE = 1;
        static final int ENCODINGS = 2;
        static final int PATH_IN_SCHEMA = 3;
        static final int CODEC = 4;
        static final int NUM_VALUES = 5;
        static final int TOTAL_UNCOMPRESSED_SIZE = 6;
        static final int TOTAL_COMPRESSED_SIZE = 7;
        static final int DATA_PAGE_OFFSET = 9;
        static final int DICTIONARY_PAGE_OFFSET = 11;
        static final int STATISTICS = 12;

        private ColumnChunk() {}
    }

    /// Rows that are stored together, column by column.
    static final class RowGroup {
        static final int COLUMNS = 1;
        static final int TOTAL_BYTE_SIZE = 2;
        static final int NUM_ROWS = 3;

        private RowGroup() {}
    }

    /// The footer.
    static final class FileMetaData {
        static final int VERSION = 1;
        static final int SCHEMA = 2;
        static final int NUM_ROWS = 3;
        static final int ROW_GROUPS = 4;
        static final int KEY_VALUE_METADATA = 5;
        static final int CREATED_BY = 6;
        static final int COLUMN_ORDERS = 7;

        static final int KEY = 1;
        static final int VALUE = 2;
        static final int TYPE_ORDER = 1;

        private FileMetaData() {}
    }
}
