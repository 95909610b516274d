package treeline.formats.reading;

import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The header of an SQLite database ("Database File Format", section 1.3). Checked without the
/// library, which is loaded only for SQLite files.
public final class SqliteHeader {
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int BYTES = 100;
    private static final int PAGE_SIZE_AT = 16; // u16, 1 means 65536
    private static final int CHANGES_AT = 24; // u32
    private static final int PAGES_AT = 28; // u32
    private static final int CHANGES_OF_PAGES_AT = 92; // u32
    private static final int LARGEST_PAGE = 1 << 16;

    private SqliteHeader() {}

    /// Whether a file that starts so says that it is a database.
    public static boolean isAtStartOf(byte[] prefix) {
        if (prefix.length < MAGIC.length) return false;
        return ByteBuffer.wrap(prefix, 0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC));
    }

    /// SQLite takes what is missing of the last page for zeros, which would be other values.
    ///
    /// @param name of the file, for messages
    static void requireWhole(Path file, String name) throws IOException {
        byte[] start;
        try (InputStream in = Files.newInputStream(file)) {
            start = in.readNBytes(BYTES);
        }
        if (!isAtStartOf(start) || start.length < BYTES)
            throw MalformedProfileException.of(name, "an SQLite database", "something else");
        var header = ByteBuffer.wrap(start);
        int stored = Short.toUnsignedInt(header.getShort(PAGE_SIZE_AT));
        int page = stored == 1 ? LARGEST_PAGE : stored;
        if (Integer.bitCount(page) != 1 || page < 512)
            throw MalformedProfileException.atByte(
                    name, PAGE_SIZE_AT, "a size of pages", Integer.toString(stored));
        boolean counted = header.getInt(CHANGES_AT) == header.getInt(CHANGES_OF_PAGES_AT);
        long size = Files.size(file);
        long pages = counted ? Integer.toUnsignedLong(header.getInt(PAGES_AT)) : size / page;
        if (size % page != 0 || size < pages * page)
            throw MalformedProfileException.of(
                    name,
                    "an SQLite database of %d pages of %d bytes".formatted(pages, page),
                    size + " bytes; the file is truncated");
    }
}
