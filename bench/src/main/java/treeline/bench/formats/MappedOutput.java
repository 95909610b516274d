package treeline.bench.formats;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file of known size that is written at any place, little-endian.
final class MappedOutput implements AutoCloseable {
    private static final ValueLayout.OfShort U16 =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt U32 =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong U64 =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfDouble F64 =
            ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

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
        bytes.set(U16, at, (short) value);
        return this;
    }

    MappedOutput putInt(long at, int value) {
        bytes.set(U32, at, value);
        return this;
    }

    MappedOutput putLong(long at, long value) {
        bytes.set(U64, at, value);
        return this;
    }

    MappedOutput putDouble(long at, double value) {
        bytes.set(F64, at, value);
        return this;
    }

    @Override
    public void close() {
        arena.close();
    }
}
