package treeline.formats.hpctoolkit.files;

import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Kind;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.TableHeader;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;
import treeline.source.files.StoredBytes;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// One mapped file of a database. Every read is checked against the end of the file, and errors
/// include the offset. Loops over values check their array once with [#array] and then read
/// [#bytes] directly.
public final class DatabaseFile implements Closeable {
    /// C++ names with all their template arguments reach some ten thousand bytes.
    private static final int MAX_TEXT_LENGTH = 1 << 20;

    private final MappedFile file;
    private final MemorySegment bytes;
    private final Kind kind;

    private DatabaseFile(MappedFile file, Kind kind) {
        this.file = file;
        this.bytes = file.bytes();
        this.kind = kind;
    }

    static DatabaseFile open(Path path, Kind kind) throws IOException {
        return MappedFile.open(
                path,
                mapped -> {
                    var opened = new DatabaseFile(mapped, kind);
                    opened.checkHeader();
                    return opened;
                });
    }

    /// The kind of file that starts with these bytes, if it is one of a database.
    static Optional<Kind> kindOf(byte[] prefix) {
        if (!startsWith(prefix, 0, HpctoolkitLayout.MAGIC)) return Optional.empty();
        for (Kind kind : Kind.values())
            if (startsWith(prefix, HpctoolkitLayout.KIND_AT, kind.mark)) return Optional.of(kind);
        return Optional.empty();
    }

    private static boolean startsWith(byte[] prefix, int at, String text) {
        if (prefix.length < at + text.length()) return false;
        for (int i = 0; i < text.length(); i++) if (prefix[at + i] != text.charAt(i)) return false;
        return true;
    }

    private void checkHeader() {
        int headerBytes =
                HpctoolkitLayout.SECTIONS_AT + kind.sections * HpctoolkitLayout.SECTION_BYTES;
        require(0, headerBytes);
        String mark = HpctoolkitLayout.MAGIC + kind.mark;
        String found = ascii(0, mark.length());
        if (!found.equals(mark)) throw malformed(0, "'" + mark + "'", "'" + found + "'");
        int major = u8(HpctoolkitLayout.MAJOR_AT);
        if (major != HpctoolkitLayout.MAJOR)
            throw malformed(
                    HpctoolkitLayout.MAJOR_AT,
                    "major version " + HpctoolkitLayout.MAJOR,
                    "%d, of another HPCToolkit release".formatted(major));
    }

    private String ascii(long at, int length) {
        byte[] text = bytes.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /// Whether hpcprof finished the file: the footer is what it writes last.
    public boolean isComplete() {
        long at = size() - HpctoolkitLayout.FOOTER_BYTES;
        return at >= 0 && ascii(at, HpctoolkitLayout.FOOTER_BYTES).equals(kind.footer);
    }

    public String version() {
        return u8(HpctoolkitLayout.MAJOR_AT) + "." + u8(HpctoolkitLayout.MINOR_AT);
    }

    public Path path() {
        return file.path();
    }

    public long size() {
        return file.size();
    }

    public MemorySegment bytes() {
        return bytes;
    }

    /// Where a section starts; at least `bytes` of it are there.
    public long section(int index, int wanted) {
        long at = HpctoolkitLayout.SECTIONS_AT + (long) index * HpctoolkitLayout.SECTION_BYTES;
        long start = u64(at + Long.BYTES);
        if (start <= 0 || start > size() - wanted)
            throw malformed(
                    at + Long.BYTES,
                    "a section of %d bytes inside the file".formatted(wanted),
                    "one at byte " + Long.toUnsignedString(start));
        return start;
    }

    public int u8(long at) {
        require(at, Byte.BYTES);
        return bytes.get(ValueLayout.JAVA_BYTE, at) & 0xff;
    }

    public int u16(long at) {
        require(at, Short.BYTES);
        return bytes.get(StoredBytes.U16, at) & 0xffff;
    }

    public long u32(long at) {
        require(at, Integer.BYTES);
        return Integer.toUnsignedLong(bytes.get(StoredBytes.U32, at));
    }

    public long u64(long at) {
        require(at, Long.BYTES);
        return bytes.get(StoredBytes.U64, at);
    }

    /// A u32 that counts things or numbers them, which no database has more than 2^31 of.
    public int number(long at, String what) {
        long value = u32(at);
        if (value > Integer.MAX_VALUE)
            throw malformed(at, what + " below 2^31", Long.toString(value));
        return (int) value;
    }

    /// An element size: at least what is known of it.
    public int stride(int stated, int known, long at, String what) {
        if (stated < known)
            throw malformed(
                    at,
                    "%s of at least %d bytes".formatted(what, known),
                    "%d bytes".formatted(stated));
        return stated;
    }

    /// An array of elements.
    ///
    /// @param things what the elements are, for messages
    public record Table(String things, long start, int count, int elementBytes) {
        public long at(int element) {
            return start + (long) element * elementBytes;
        }
    }

    /// The array that a header describes.
    ///
    /// @param known what is known of an element in bytes
    public Table table(long header, int known, String things) {
        int count = number(header + TableHeader.COUNT_AT, "a number of " + things);
        long sizeAt = header + TableHeader.ELEMENT_BYTES_AT;
        int size = stride(kind == Kind.META ? u16(sizeAt) : u8(sizeAt), known, sizeAt, things);
        long start = array(header + TableHeader.ELEMENTS_AT, count, size, things);
        return new Table(things, start, count, size);
    }

    /// Follows the pointer at `at` to an array, all of which is inside the file.
    public long array(long at, long count, int elementBytes, String what) {
        long start = u64(at);
        if (count == 0) return start;
        if (start < 0
                || start > size()
                || count < 0
                || count > (size() - start) / Math.max(elementBytes, 1))
            throw malformed(
                    at,
                    "%s inside the file of %d bytes".formatted(what, size()),
                    "%s of %d bytes at byte %s"
                            .formatted(
                                    Long.toUnsignedString(count),
                                    elementBytes,
                                    Long.toUnsignedString(start)));
        return start;
    }

    /// The text that the pointer at `at` leads to, empty where the pointer is null. Names come from
    /// binaries, so bytes that are not UTF-8 are replaced rather than refused.
    public String text(long at) {
        long start = u64(at);
        if (start == 0) return "";
        if (start < 0 || start >= size())
            throw malformed(
                    at, "a string inside the file", "one at byte " + Long.toUnsignedString(start));
        long end = start;
        long limit = Math.min(size(), start + MAX_TEXT_LENGTH);
        while (end < limit && bytes.get(ValueLayout.JAVA_BYTE, end) != 0) end++;
        if (end == limit)
            throw malformed(
                    start,
                    "a string terminated within %d bytes".formatted(MAX_TEXT_LENGTH),
                    "an unterminated string");
        byte[] text = bytes.asSlice(start, end - start).toArray(ValueLayout.JAVA_BYTE);
        return new String(text, StandardCharsets.UTF_8);
    }

    void require(long at, long length) {
        if (at < 0 || length < 0 || at > size() - length)
            throw malformed(
                    Math.clamp(at, 0, size()),
                    "%d more bytes".formatted(length),
                    "the end of the file at byte %d".formatted(size()));
    }

    public MalformedProfileException malformed(long at, String expected, String found) {
        return file.malformed(at, expected, found);
    }

    @Override
    public void close() {
        file.close();
    }
}
