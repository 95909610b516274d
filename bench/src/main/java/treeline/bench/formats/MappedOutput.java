package treeline.bench.formats;

import treeline.source.files.StoredBytes;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file of known size that is written at any place, little-endian.
final class MappedOutput implements AutoCloseable {
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment bytes;

    MappedOutput(Path file, long size) throws IOException {
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, size, arena);
        }
    }

    /// The header of a file with one section.
    void header(String kind, long start, long size) {
        ascii(0, "HPCTOOLKIT" + kind);
        putByte(0x0e, 4);
        putLong(0x10, size).putLong(0x18, start);
    }

    void ascii(long at, String text) {
        MemorySegment.copy(
                text.getBytes(StandardCharsets.US_ASCII),
                0,
                bytes,
                ValueLayout.JAVA_BYTE,
                at,
                text.length());
    }

    MappedOutput putByte(long at, int value) {
        bytes.set(ValueLayout.JAVA_BYTE, at, (byte) value);
        return this;
    }

    MappedOutput putShort(long at, int value) {
        bytes.set(StoredBytes.U16, at, (short) value);
        return this;
    }

    MappedOutput putInt(long at, int value) {
        bytes.set(StoredBytes.U32, at, value);
        return this;
    }

    MappedOutput putLong(long at, long value) {
        bytes.set(StoredBytes.U64, at, value);
        return this;
    }

    MappedOutput putDouble(long at, double value) {
        bytes.set(StoredBytes.F64, at, value);
        return this;
    }

    @Override
    public void close() {
        arena.close();
    }
}
