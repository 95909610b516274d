package treeline.formats.cubex;

import treeline.source.ReadReport;
import treeline.source.files.MappedFile;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The members of a tar file by name. Cube's writer 4.8 computed wrong header checksums, so a wrong
/// checksum is reported and the member is still read.
final class TarArchive {
    private static final int BLOCK = 512;
    private static final int NAME_AT = 0;
    private static final int NAME_BYTES = 100;
    private static final int SIZE_AT = 124; // octal digits, or big-endian with the top bit set
    private static final int SIZE_BYTES = 12;
    private static final int CHECKSUM_AT = 148; // octal digits
    private static final int CHECKSUM_BYTES = 8;
    private static final int TYPE_AT = 156;
    private static final int MAGIC_AT = 257;
    private static final byte[] MAGIC = "ustar".getBytes(StandardCharsets.US_ASCII);

    private final Map<String, Member> members = new LinkedHashMap<>();
    private final MappedFile file;
    private final ReadReport.Log log;

    /// The position of a member; shorter than its header states if the file is truncated.
    record Member(String name, long at, MemorySegment bytes) {}

    TarArchive(MappedFile file, ReadReport.Log log) {
        this.file = file;
        this.log = log;
        if (file.size() < BLOCK || !hasMagic(file.bytes(), 0))
            throw file.malformed(0, "a tar archive", "no tar header");
        long at = 0;
        while (at + BLOCK <= file.size() && !isEmpty(at)) at = addMember(at);
        if (at + BLOCK > file.size())
            log.lost(
                    "the archive is truncated",
                    "%s at byte %d".formatted(file.path(), file.size()));
    }

    Optional<Member> member(String name) {
        return Optional.ofNullable(members.get(name));
    }

    /// The name of the first member, if the bytes start a tar archive.
    static Optional<String> firstMember(byte[] prefix) {
        MemorySegment bytes = MemorySegment.ofArray(prefix);
        if (prefix.length < BLOCK || !hasMagic(bytes, 0)) return Optional.empty();
        return Optional.of(text(bytes, NAME_AT, NAME_BYTES));
    }

    private long addMember(long at) {
        MemorySegment bytes = file.bytes();
        if (!hasMagic(bytes, at)) throw file.malformed(at, "a tar header", "other bytes");
        checkSum(at);
        long size = size(at);
        long start = at + BLOCK;
        long there = Math.min(size, file.size() - start);
        byte type = bytes.get(ValueLayout.JAVA_BYTE, at + TYPE_AT);
        String name = text(bytes, at + NAME_AT, NAME_BYTES);
        if (type == '0' || type == 0)
            members.putIfAbsent(name, new Member(name, start, bytes.asSlice(start, there)));
        return start + Math.ceilDiv(size, BLOCK) * BLOCK;
    }

    private long size(long header) {
        MemorySegment bytes = file.bytes();
        long at = header + SIZE_AT;
        long size;
        if (bytes.get(ValueLayout.JAVA_BYTE, at) < 0) {
            size = 0; // the number may have more bytes than a long: those must be zero
            for (int i = SIZE_BYTES - Long.BYTES; i < SIZE_BYTES; i++)
                size = (size << 8) | (bytes.get(ValueLayout.JAVA_BYTE, at + i) & 0xff);
        } else size = octal(at, SIZE_BYTES);
        if (size < 0 || size > Long.MAX_VALUE / 2)
            throw file.malformed(at, "the size of a tar member", text(bytes, at, SIZE_BYTES));
        return size;
    }

    private long octal(long at, int length) {
        String digits = text(file.bytes(), at, length).strip();
        try {
            return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
        } catch (NumberFormatException bad) {
            return -1;
        }
    }

    private void checkSum(long header) {
        long sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            boolean blank = i >= CHECKSUM_AT && i < CHECKSUM_AT + CHECKSUM_BYTES;
            sum += blank ? ' ' : file.bytes().get(ValueLayout.JAVA_BYTE, header + i) & 0xff;
        }
        if (octal(header + CHECKSUM_AT, CHECKSUM_BYTES) != sum)
            log.note("a tar header has a wrong checksum", "byte " + (header + CHECKSUM_AT));
    }

    private boolean isEmpty(long at) {
        for (int i = 0; i < BLOCK; i++)
            if (file.bytes().get(ValueLayout.JAVA_BYTE, at + i) != 0) return false;
        return true;
    }

    private static boolean hasMagic(MemorySegment bytes, long header) {
        long at = header + MAGIC_AT;
        return bytes.asSlice(at, MAGIC.length).mismatch(MemorySegment.ofArray(MAGIC)) < 0;
    }

    private static String text(MemorySegment bytes, long at, int limit) {
        int length = 0;
        while (length < limit && bytes.get(ValueLayout.JAVA_BYTE, at + length) != 0) length++;
        byte[] copy = bytes.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
        return new String(copy, StandardCharsets.ISO_8859_1);
    }
}
