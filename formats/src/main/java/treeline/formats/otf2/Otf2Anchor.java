package treeline.formats.otf2;

import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The anchor file of an archive: chunk sizes and the tool that wrote it.
///
/// @param creator such as "Score-P 7.1", empty if unknown
record Otf2Anchor(
        Path file,
        String version,
        int eventChunk,
        int definitionChunk,
        String machine,
        String creator,
        String description) {

    /// Largest chunk that is read into memory.
    private static final long MAX_CHUNK = 1 << 28;

    static boolean isAnchor(byte[] prefix) {
        byte[] name = Otf2Layout.ANCHOR_NAME.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        if (prefix.length < Otf2Layout.ANCHOR_STRINGS_AT || prefix[0] != Otf2Layout.MAGIC)
            return false;
        for (int i = 0; i < name.length; i++)
            if (prefix[Otf2Layout.ANCHOR_NAME_AT + i] != name[i]) return false;
        return true;
    }

    static Otf2Anchor read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (!isAnchor(bytes))
            throw MalformedProfileException.of(
                    file.toString(), "the anchor file of an OTF2 archive", "another file");
        var cursor = new Otf2Cursor(file.toString(), 0, bytes, bytes.length);
        cursor.moveTo(1);
        require(cursor, "byte order", Otf2Layout.LITTLE_ENDIAN, "a little-endian archive");
        cursor.moveTo(Otf2Layout.ANCHOR_VERSION_AT);
        String version = cursor.u8() + "." + cursor.u8() + "." + cursor.u8();
        int events = chunk(cursor);
        int definitions = chunk(cursor);
        require(
                cursor,
                "substrate",
                Otf2Layout.POSIX,
                "plain files (convert SION archives with a library that supports them)");
        require(cursor, "compression", Otf2Layout.UNCOMPRESSED, "an uncompressed archive");
        cursor.moveTo(Otf2Layout.ANCHOR_STRINGS_AT);
        return new Otf2Anchor(
                file,
                version,
                events,
                definitions,
                cursor.string(),
                cursor.string(),
                cursor.string());
    }

    private static int chunk(Otf2Cursor cursor) {
        long size = cursor.u64();
        if (size < Otf2Layout.CHUNK_HEADER_BYTES || size > MAX_CHUNK)
            throw cursor.malformed("a chunk size of up to 256 MiB", Long.toUnsignedString(size));
        return (int) size;
    }

    private static void require(Otf2Cursor cursor, String what, int value, String expected) {
        int found = cursor.u8();
        if (found != value) throw cursor.malformed(expected, what + " " + found);
    }

    private Path named(String extension) {
        String name = file.getFileName().toString();
        String base = name.endsWith(".otf2") ? name.substring(0, name.length() - 5) : name;
        return file.resolveSibling(base + extension);
    }

    Path definitions() {
        return named(".def");
    }

    Path events(long location) {
        return named("").resolve(Long.toUnsignedString(location) + ".evt");
    }

    Path localDefinitions(long location) {
        return named("").resolve(Long.toUnsignedString(location) + ".def");
    }
}
