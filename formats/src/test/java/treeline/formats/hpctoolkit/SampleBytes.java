package treeline.formats.hpctoolkit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Little-endian bytes that grow and can be patched, to build the files of a database.
final class SampleBytes {
    private ByteBuffer bytes = ByteBuffer.allocate(1 << 12).order(ByteOrder.LITTLE_ENDIAN);
    private int size;

    int size() {
        return size;
    }

    /// Room of zeroed bytes, aligned; returns where it starts.
    int room(int length, int alignment) {
        int start = (size + alignment - 1) / alignment * alignment;
        reach(start + length);
        return start;
    }

    private void reach(int end) {
        if (end > bytes.capacity()) {
            byte[] more = Arrays.copyOf(bytes.array(), Math.max(end, 2 * bytes.capacity()));
            bytes = ByteBuffer.wrap(more).order(ByteOrder.LITTLE_ENDIAN);
        }
        size = Math.max(size, end);
    }

    SampleBytes u8(int at, int value) {
        bytes.put(at, (byte) value);
        return this;
    }

    SampleBytes u16(int at, int value) {
        bytes.putShort(at, (short) value);
        return this;
    }

    SampleBytes u32(int at, int value) {
        bytes.putInt(at, value);
        return this;
    }

    SampleBytes u64(int at, long value) {
        bytes.putLong(at, value);
        return this;
    }

    SampleBytes f64(int at, double value) {
        bytes.putDouble(at, value);
        return this;
    }

    SampleBytes ascii(int at, String text) {
        reach(at + text.length());
        bytes.put(at, text.getBytes(StandardCharsets.US_ASCII));
        return this;
    }

    /// Appends a text with its end mark and returns where it starts.
    int text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int start = room(utf8.length + 1, 1);
        bytes.put(start, utf8);
        return start;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes.array(), size);
    }
}
