package treeline.store.db;

import treeline.source.files.FormatVersion;

import java.nio.charset.StandardCharsets;

/// Layout constants of the database format, in the order of `docs/formats/database.md`. All numbers
/// are little-endian.
final class DatabaseLayout {
    private DatabaseLayout() {}

    /// Starts every file. As PNG's: a byte that is not ASCII, then both line ends, so that a
    /// transfer in text mode damages the mark itself.
    static final byte[] MAGIC = {(byte) 0x89, 'T', 'L', 'D', 'B', '\r', '\n', 0x1a};

    static final int VERSION = 3;

    /// The version of a file whose loops start at a low iteration number, which earlier versions of
    /// Treeline can read. Otherwise they would show other iteration numbers, so they refuse it.
    static final int VERSION_FROM_ZERO = 2;

    /// Version 1 has no sections of few cells, and is otherwise the same.
    static final int OLDEST_VERSION = 1;

    static final FormatVersion READABLE = new FormatVersion("database", OLDEST_VERSION, VERSION);

    static final int VERSION_AT = MAGIC.length; // u32
    static final int FLAGS_AT = VERSION_AT + Integer.BYTES; // u32, 0
    static final int HEADER_CRC_AT = FLAGS_AT + Integer.BYTES; // u32, of all before it
    static final int HEADER_BYTES = HEADER_CRC_AT + Integer.BYTES;

    /// Before every section: what it is, how long, and the checksum of its head. The body's blocks
    /// carry their own, so that one block can be read without the others.
    static final int TAG_AT = 0; // u32

    static final int HEAD_BYTES_AT = TAG_AT + Integer.BYTES; // u32
    static final int BODY_BYTES_AT = HEAD_BYTES_AT + Integer.BYTES; // u64
    static final int HEAD_CRC_AT = BODY_BYTES_AT + Long.BYTES; // u32
    static final int FRAME_CRC_AT = HEAD_CRC_AT + Integer.BYTES; // u32, of all before it
    static final int FRAME_BYTES = FRAME_CRC_AT + Integer.BYTES;

    /// How a block of values starts: all contexts of the group have one, or a list of those that do
    /// follows.
    static final int EVERY_CONTEXT = 0;

    static final int SOME_CONTEXTS = 1;

    /// After every block of values.
    static final int BLOCK_CRC_BYTES = Integer.BYTES;

    /// Ends every complete file.
    static final int FOOTER_OFFSET_AT = 0; // u64

    static final int END_MARK_AT = FOOTER_OFFSET_AT + Long.BYTES; // 8 bytes
    static final int TRAILER_CRC_AT = END_MARK_AT + 8; // u32, of all before it
    static final int TRAILER_BYTES = TRAILER_CRC_AT + Integer.BYTES;
    static final byte[] END_MARK = "TLDB-END".getBytes(StandardCharsets.US_ASCII);

    /// The section kinds in file order. Names precede values, so that a truncated file still
    /// describes its content.
    enum Tag {
        METADATA("META", false),
        FRAMES("FRAM", true),
        TREE("TREE", true),
        LABELS("LABL", false),
        CONTEXTS("CTXT", true),
        METRICS("METR", true),
        CONTEXT_LABELS("CLBL", false),
        COLUMNS("COLS", false),
        FEW_CELLS("CELS", false),
        SUMS("SUMS", false),
        FOOTER("FOOT", false),

        /// Of a later Treeline: what a reader must know brings a new version of the file, so this
        /// can be left out.
        UNKNOWN("????", false);

        final int code;
        final String text;

        /// Whether nothing can be read without it.
        final boolean required;

        Tag(String text, boolean required) {
            this.text = text;
            this.required = required;
            int packed = 0;
            for (int i = 0; i < 4; i++) packed |= text.charAt(i) << (8 * i);
            this.code = packed;
        }

        static Tag of(int code) {
            for (Tag tag : values()) if (tag.code == code) return tag;
            return UNKNOWN;
        }

        boolean holdsValues() {
            return this == COLUMNS || this == FEW_CELLS;
        }
    }

    /// Iterations beyond this many go to further blocks, so that a few of many can be read.
    static final int ITERATIONS_PER_CHUNK = 256;

    /// About how many values a block holds: enough to compress, few enough to be read for one node.
    static final int BLOCK_VALUES = 4096;

    /// Up to this many cells without iterations are written together instead of in blocks.
    static final int FEW_CELLS = BLOCK_VALUES;

    static final int MIN_CONTEXTS_PER_GROUP = 16;

    /// A group has no more values of a metric, unless its fewest contexts have: sparse values would
    /// else be one group, however many, and could not be read in parts.
    static final int MAX_VALUES_PER_GROUP = 1 << 22;
}
