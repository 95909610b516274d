package treeline.source.files;

import treeline.cores.Interrupts;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// A memory-mapped file, so that files larger than memory can be read by offset. A gzip is first
/// decompressed to a temporary file. Closing it unmaps the memory at once.
public final class MappedFile implements StoredBytes {
    private static final int GZIP_MAGIC = 0x1f8b;

    /// Beyond this size an input that expands more than [#BOMB_RATIO] times is taken for an attack.
    private static final long BOMB_BYTES = 1L << 30;

    private static final long BOMB_RATIO = 250;

    private static final long COPIED_AT_ONCE = 1 << 24;

    private final Path path;
    private final Arena arena;
    private final MemorySegment bytes;
    private final Stamp stamp;

    /// By what a file that was written again is noticed.
    private record Stamp(long size, FileTime modified) {
        static Stamp of(Path path) throws IOException {
            return new Stamp(Files.size(path), Files.getLastModifiedTime(path));
        }
    }

    private MappedFile(Path path, Arena arena, MemorySegment bytes, Stamp stamp) {
        this.path = path;
        this.arena = arena;
        this.bytes = bytes;
        this.stamp = stamp;
    }

    public static MappedFile open(Path path) throws IOException {
        if (!isGzip(path)) return map(path, path);
        Path expanded = Files.createTempFile("treeline-", ".expanded");
        try {
            expand(path, expanded, BOMB_BYTES);
            return map(path, expanded);
        } finally {
            Files.delete(expanded); // the mapping keeps the bytes until it is closed
        }
    }

    /// A reader of a mapped file.
    @FunctionalInterface
    public interface Opener<R> {
        R open(MappedFile file) throws IOException;
    }

    /// Leaves the file open for what the opener made of it; if that fails, it is closed.
    public static <R> R open(Path path, Opener<R> opener) throws IOException {
        MappedFile file = open(path);
        try {
            return opener.open(file);
        } catch (IOException | RuntimeException failed) {
            file.close();
            throw failed;
        } catch (InternalError failed) {
            file.close();
            if (FileChangedException.isMeantBy(failed))
                throw new FileChangedException(path.toString(), failed);
            throw failed;
        }
    }

    /// The result of a reader that needs the file only while it reads.
    public static <R> R read(Path path, Opener<R> reader) throws IOException {
        try (MappedFile file = open(path)) {
            return reader.open(file);
        }
    }

    private static MappedFile map(Path named, Path read) throws IOException {
        Arena arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(read, StandardOpenOption.READ)) {
            long size = channel.size();
            MemorySegment bytes =
                    size == 0
                            ? MemorySegment.NULL
                            : channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
            return new MappedFile(named, arena, bytes, Stamp.of(named));
        } catch (IOException | RuntimeException failed) {
            arena.close();
            throw failed;
        }
    }

    /// Writes the bytes, expanded, over an existing file.
    public void copyTo(Path file) throws IOException {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (long at = 0; at < bytes.byteSize(); ) {
                long length = Math.min(bytes.byteSize() - at, COPIED_AT_ONCE);
                at += out.write(bytes.asSlice(at, length).asByteBuffer());
            }
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public String shortName() {
        return String.valueOf(path.getFileName());
    }

    public MemorySegment bytes() {
        return bytes;
    }

    @Override
    public void copy(long offset, byte[] into, int at, int length) {
        Interrupts.check();
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, offset, into, at, length);
    }

    @Override
    public void requireUnchanged() {
        try {
            if (!Files.exists(path) || Stamp.of(path).equals(stamp)) return;
        } catch (IOException unknown) {
            return; // deleted or out of reach: the mapped bytes are still those that were opened
        }
        throw new UncheckedIOException(new FileChangedException(path.toString()));
    }

    @Override
    public long size() {
        return bytes.byteSize();
    }

    @Override
    public void close() {
        arena.close();
    }

    /// The first bytes of a file, expanded if it is a gzip; fewer if the file is shorter.
    public static byte[] prefix(Path path, int length) throws IOException {
        try (InputStream in = stream(path)) {
            return in.readNBytes(length);
        } catch (EOFException | ZipException cut) {
            throw badGzip(path, cut);
        }
    }

    private static InputStream stream(Path path) throws IOException {
        InputStream in = Files.newInputStream(path);
        return isGzip(path) ? new GZIPInputStream(in, 1 << 16) : in;
    }

    private static boolean isGzip(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return in.read() == GZIP_MAGIC >> 8 && in.read() == (GZIP_MAGIC & 0xff);
        }
    }

    /// @param harmless so many bytes may come of any gzip
    static void expand(Path from, Path to, long harmless) throws IOException {
        long allowed = Math.max(harmless, Files.size(from) * BOMB_RATIO);
        try (InputStream in = new BufferedInputStream(stream(from), 1 << 20);
                OutputStream out = Files.newOutputStream(to)) {
            byte[] buffer = new byte[1 << 20];
            long written = 0;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                written += read;
                if (written > allowed)
                    throw MalformedProfileException.of(
                            from.toString(),
                            "a gzip that expands at most %d times".formatted(BOMB_RATIO),
                            "more than %d bytes".formatted(allowed));
            }
        } catch (EOFException | ZipException cut) {
            throw badGzip(from, cut);
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    private static MalformedProfileException badGzip(Path path, IOException cause) {
        String found = cause.getMessage() == null ? "the end of the file" : cause.getMessage();
        return MalformedProfileException.of(path.toString(), "a complete gzip stream", found);
    }
}
