package treeline.store.db;

import org.jspecify.annotations.Nullable;

import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.StoredBytes;
import treeline.store.db.DatabaseLayout.Tag;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The section table of a file: from its footer or, if the footer is missing or damaged, by walking
/// from section to section while they are intact.
///
/// @param damaged the sections in the footer without an intact frame
record SectionDirectory(List<Section> sections, Set<Tag> damaged) {

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
        checkHeader(file);
        SectionDirectory listed = fromFooter(file);
        if (listed != null) return listed.known(file, log);
        List<Section> found = byWalking(file);
        long end = DatabaseLayout.HEADER_BYTES;
        for (Section section : found) if (section.end() <= file.size()) end = section.end();
        log.note(
                "the file has no intact footer (truncated, damaged or still being written); its"
                        + " sections were located by scanning",
                "%s, whole up to byte %d of %d".formatted(file.shortName(), end, file.size()));
        return new SectionDirectory(found, Set.of()).known(file, log);
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
                damaged);
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
        if (version < DatabaseLayout.OLDEST_VERSION || version > DatabaseLayout.VERSION)
            throw file.malformed(
                    DatabaseLayout.VERSION_AT,
                    "database version %d to %d"
                            .formatted(DatabaseLayout.OLDEST_VERSION, DatabaseLayout.VERSION),
                    "%d, which needs another Treeline".formatted(version));
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
        return listed(file, list);
    }

    /// Sections whose frame is damaged are left out; what is missing then shows against the
    /// outline.
    private static SectionDirectory listed(StoredBytes file, ByteSource list) {
        int count = list.count("sections");
        List<Section> sections = new ArrayList<>();
        Set<Tag> damaged = EnumSet.noneOf(Tag.class);
        for (int i = 0; i < count; i++) {
            Tag tag = Tag.of(list.u32());
            Section section = section(file, list.u64());
            if (section == null) damaged.add(tag);
            else sections.add(section);
        }
        return new SectionDirectory(sections, damaged);
    }

    private static List<Section> byWalking(StoredBytes file) {
        List<Section> sections = new ArrayList<>();
        long at = DatabaseLayout.HEADER_BYTES;
        for (Section next = section(file, at); next != null; next = section(file, at)) {
            if (next.tag() != Tag.FOOTER) sections.add(next);
            at = next.end();
        }
        return sections;
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
        return find(tag) != null || damaged.contains(tag);
    }

    @Nullable Section find(Tag tag) {
        for (Section section : sections) if (section.tag() == tag) return section;
        return null;
    }
}
