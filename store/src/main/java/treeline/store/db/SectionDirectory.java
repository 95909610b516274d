package treeline.store.db;

import org.jspecify.annotations.Nullable;

import treeline.bytes.ByteSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.StoredBytes;
import treeline.store.db.DatabaseLayout.Tag;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The section table of a file: from its footer or, if the footer is missing or damaged, by
/// searching the file for sections.
///
/// @param damaged the sections in the footer without an intact frame
/// @param footerAt where the intact footer is, or -1
/// @param wholeUpTo where the first byte is that belongs to no intact section
record SectionDirectory(
        List<Section> sections, List<Unframed> damaged, long footerAt, long wholeUpTo) {
    private static final int SEARCH_BYTES = 1 << 16;

    /// A section whose frame is damaged.
    record Unframed(Tag tag, long offset) {}

    /// A section with an intact frame; its content is verified when it is read.
    record Section(Tag tag, long offset, int headBytes, long bodyBytes, int headCrc) {
        long headAt() {
            return offset + DatabaseLayout.FRAME_BYTES;
        }

        long bodyAt() {
            return headAt() + headBytes;
        }

        long end() {
            return bodyAt() + bodyBytes;
        }
    }

    static SectionDirectory of(StoredBytes file, ReadReport.Log log) {
        SectionDirectory all = all(file);
        if (all.footerAt < 0)
            log.note(
                    "the file has no intact footer (truncated, damaged or still being written);"
                            + " its sections were located by scanning",
                    "%s, whole up to byte %d of %d"
                            .formatted(file.shortName(), all.wholeUpTo, file.size()));
        return all.known(file, log);
    }

    /// Also sections of a later Treeline.
    static SectionDirectory all(StoredBytes file) {
        checkHeader(file);
        SectionDirectory listed = fromFooter(file);
        return listed == null ? bySearching(file) : listed;
    }

    /// Without the sections that only a later Treeline knows.
    private SectionDirectory known(StoredBytes file, ReadReport.Log log) {
        for (Section section : sections)
            if (section.tag() == Tag.UNKNOWN)
                log.note(
                        "ignored a section of an unknown kind, written by a later version of"
                                + " Treeline",
                        "%s at byte %d".formatted(file.shortName(), section.offset()));
        return new SectionDirectory(
                sections.stream().filter(section -> section.tag() != Tag.UNKNOWN).toList(),
                damaged,
                footerAt,
                wholeUpTo);
    }

    private static void checkHeader(StoredBytes file) {
        ByteSource header = new ByteSource(file).load(0, DatabaseLayout.HEADER_BYTES);
        if (!header.startsWith(DatabaseLayout.MAGIC))
            throw file.malformed(0, "the mark of a Treeline database", "other bytes");
        int crc = header.crc(DatabaseLayout.HEADER_CRC_AT);
        header.skip(DatabaseLayout.VERSION_AT);
        int version = header.u32();
        header.skip(Integer.BYTES);
        int stored = header.u32();
        if (stored != crc)
            throw file.malformed(
                    DatabaseLayout.HEADER_CRC_AT,
                    "header checksum %#x".formatted(crc),
                    "%#x".formatted(stored));
        DatabaseLayout.READABLE.require(
                "%s at byte %d".formatted(file.name(), DatabaseLayout.VERSION_AT),
                Integer.toUnsignedLong(version));
    }

    /// All sections in their order, or null if footer or trailer are not intact.
    private static @Nullable SectionDirectory fromFooter(StoredBytes file) {
        long trailerAt = file.size() - DatabaseLayout.TRAILER_BYTES;
        if (trailerAt < DatabaseLayout.HEADER_BYTES) return null;
        ByteSource trailer = new ByteSource(file).load(trailerAt, DatabaseLayout.TRAILER_BYTES);
        int crc = trailer.crc(DatabaseLayout.TRAILER_CRC_AT);
        long footerAt = trailer.u64();
        boolean marked = trailer.startsWith(DatabaseLayout.END_MARK);
        trailer.skip(DatabaseLayout.END_MARK.length);
        if (!marked || trailer.u32() != crc) return null;
        Section footer = section(file, footerAt);
        if (footer == null || footer.tag() != Tag.FOOTER || footer.end() != trailerAt) return null;
        ByteSource list = new ByteSource(file).load(footer.headAt(), footer.headBytes());
        if (list.crc(footer.headBytes()) != footer.headCrc()) return null;
        return listed(file, list, footerAt);
    }

    /// Sections whose frame is damaged are left out; what is missing then shows against the
    /// outline.
    private static SectionDirectory listed(StoredBytes file, ByteSource list, long footerAt) {
        int count = list.count("sections");
        List<Section> sections = new ArrayList<>();
        List<Unframed> damaged = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Tag tag = Tag.of(list.u32());
            long offset = list.u64();
            Section section = section(file, offset);
            if (section == null) damaged.add(new Unframed(tag, offset));
            else sections.add(section);
        }
        return new SectionDirectory(sections, damaged, footerAt, footerAt);
    }

    /// Walks from section to section. After a damaged frame it searches for the next intact one, up
    /// to the footer, so that nothing behind this database is taken for a part of it.
    private static SectionDirectory bySearching(StoredBytes file) {
        List<Section> sections = new ArrayList<>();
        Set<Tag> required = EnumSet.noneOf(Tag.class);
        long wholeUpTo = DatabaseLayout.HEADER_BYTES;
        long at = DatabaseLayout.HEADER_BYTES;
        while (at >= DatabaseLayout.HEADER_BYTES) {
            Section next = section(file, at);
            if (next == null) {
                at = nextFrame(file, at + 1);
                continue;
            }
            boolean isOfAnother = next.tag().required && !required.add(next.tag());
            if (next.tag() == Tag.FOOTER || isOfAnother) break;
            sections.add(next);
            if (next.offset() == wholeUpTo && next.end() <= file.size()) wholeUpTo = next.end();
            at = next.end();
        }
        return new SectionDirectory(sections, List.of(), -1, wholeUpTo);
    }

    /// Where the next intact frame of a known section starts, or -1 if there is none.
    private static long nextFrame(StoredBytes file, long from) {
        for (long start = from; start <= file.size() - DatabaseLayout.FRAME_BYTES; ) {
            int length = (int) Math.min(SEARCH_BYTES, file.size() - start);
            var bytes = new byte[length];
            file.copy(start, bytes, 0, length);
            for (int at = 0; at + Integer.BYTES <= length; at++)
                if (isTag(bytes, at) && section(file, start + at) != null) return start + at;
            start += length - Integer.BYTES + 1;
        }
        return -1;
    }

    private static boolean isTag(byte[] bytes, int at) {
        int code =
                (bytes[at] & 0xff)
                        | (bytes[at + 1] & 0xff) << 8
                        | (bytes[at + 2] & 0xff) << 16
                        | bytes[at + 3] << 24;
        return Tag.of(code) != Tag.UNKNOWN;
    }

    /// The section whose frame starts at an offset, or null if no intact frame does.
    private static @Nullable Section section(StoredBytes file, long offset) {
        if (offset < DatabaseLayout.HEADER_BYTES
                || offset > file.size() - DatabaseLayout.FRAME_BYTES) return null;
        ByteSource frame = new ByteSource(file).load(offset, DatabaseLayout.FRAME_BYTES);
        int crc = frame.crc(DatabaseLayout.FRAME_CRC_AT);
        int code = frame.u32();
        int headBytes = frame.u32();
        long bodyBytes = frame.u64();
        int headCrc = frame.u32();
        if (frame.u32() != crc || headBytes < 0 || bodyBytes < 0) return null;
        return new Section(Tag.of(code), offset, headBytes, bodyBytes, headCrc);
    }

    /// The head of a section, checked.
    static ByteSource head(StoredBytes file, Section section) throws MalformedProfileException {
        ByteSource head = new ByteSource(file).load(section.headAt(), section.headBytes());
        int crc = head.crc(section.headBytes());
        if (crc != section.headCrc())
            throw file.malformed(
                    section.headAt(),
                    "a %s section with checksum %#x"
                            .formatted(section.tag().text, section.headCrc()),
                    "%#x".formatted(crc));
        return head;
    }

    /// Whether the file was written with such a section, intact or not.
    boolean names(Tag tag) {
        return find(tag) != null || damaged.stream().anyMatch(each -> each.tag() == tag);
    }

    @Nullable Section find(Tag tag) {
        for (Section section : sections) if (section.tag() == tag) return section;
        return null;
    }
}
