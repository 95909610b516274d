package treeline.formats.arrow;

/// Constants of the Arrow IPC file format, in the order of `Schema.fbs`, `Message.fbs` and
/// `File.fbs`. Field numbers start at 0, in the order of their table.
final class ArrowLayout {
    static final String MAGIC = "ARROW1";
    static final int ALIGNMENT = 8;

    /// Before every message; without a length behind it but 0, the end of messages.
    static final int CONTINUATION = -1;

    /// MetadataVersion.V5
    static final int VERSION = 4;

    // MessageHeader
    static final int SCHEMA = 1;
    static final int DICTIONARY_BATCH = 2;
    static final int RECORD_BATCH = 3;

    // Type
    static final int INT = 2;
    static final int FLOATING_POINT = 3;
    static final int UTF8 = 5;
    static final int LARGE_UTF8 = 20;

    /// Precision.DOUBLE
    static final int DOUBLE = 2;

    private ArrowLayout() {}

    /// A column.
    static final class Field {
        static final int NAME = 0;
        static final int NULLABLE = 1;
        static final int TYPE_TYPE = 2;
        static final int TYPE = 3;
        static final int DICTIONARY = 4;
        static final int CHILDREN = 5;

        static final int BIT_WIDTH = 0; // of Int
        static final int IS_SIGNED = 1;
        static final int PRECISION = 0; // of FloatingPoint
        static final int DICTIONARY_ID = 0; // of DictionaryEncoding
        static final int INDEX_TYPE = 1;

        private Field() {}
    }

    /// The columns and metadata of the table.
    static final class Schema {
        static final int FIELDS = 1;
        static final int CUSTOM_METADATA = 2;

        static final int KEY = 0;
        static final int VALUE = 1;

        private Schema() {}
    }

    /// The header of a record batch.
    static final class Batch {
        static final int LENGTH = 0;
        static final int NODES = 1;
        static final int BUFFERS = 2;

        static final int ID = 0; // of DictionaryBatch
        static final int DATA = 1;

        private Batch() {}
    }

    /// The header of every block.
    static final class Message {
        static final int VERSION = 0;
        static final int HEADER_TYPE = 1;
        static final int HEADER = 2;
        static final int BODY_LENGTH = 3;

        private Message() {}
    }

    /// The end of the file.
    static final class Footer {
        static final int VERSION = 0;
        static final int SCHEMA = 1;
        static final int DICTIONARIES = 2;
        static final int RECORD_BATCHES = 3;

        private Footer() {}
    }
}
