package treeline.formats.otf2;

import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The chunks of one file: blocks of fixed size that are decoded independently. The file is opened
/// for each read, because an archive may have more files than a process may open.
record Otf2Chunks(Path file, int chunkBytes) {

    long count() throws IOException {
        return MappedFile.read(
                present(), mapped -> Math.max(1, (mapped.size() + chunkBytes - 1) / chunkBytes));
    }

    private Path present() {
        if (!Files.exists(file))
            throw MalformedProfileException.of(
                    file.toString(), "a file of the archive", "no such file");
        return file;
    }

    /// A cursor after the header of a chunk.
    Otf2Cursor read(long chunk) throws IOException {
        return MappedFile.read(present(), mapped -> read(mapped, chunk));
    }

    private Otf2Cursor read(MappedFile mapped, long chunk) {
        long start = chunk * chunkBytes;
        byte[] bytes = new byte[Math.clamp(mapped.size() - start, 0, chunkBytes)];
        mapped.copy(start, bytes, 0, bytes.length);
        var cursor = new Otf2Cursor(file.toString(), start, bytes, bytes.length);
        if (cursor.u8() != Otf2Layout.MAGIC || cursor.u8() != Otf2Layout.LITTLE_ENDIAN) {
            cursor.moveTo(0);
            throw cursor.malformed("the start of a chunk", "other bytes");
        }
        cursor.u64();
        cursor.u64();
        if (start + bytes.length >= mapped.size()) cursor.markLast();
        return cursor;
    }
}
