package treeline.formats.reading;

import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A memory segment as an input stream, so that a mapped file or a member of it is parsed without
/// copying it to the heap.
public final class SegmentStream extends InputStream {
    private final MemorySegment bytes;
    private long at;

    public SegmentStream(MemorySegment bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read() {
        return at < bytes.byteSize() ? bytes.get(ValueLayout.JAVA_BYTE, at++) & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int from, int length) {
        if (length == 0) return 0;
        int count = (int) Math.min(length, bytes.byteSize() - at);
        if (count <= 0) return -1;
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, into, from, count);
        at += count;
        return count;
    }

    @Override
    public long skip(long count) {
        long skipped = Math.clamp(count, 0, bytes.byteSize() - at);
        at += skipped;
        return skipped;
    }

    @Override
    public int available() {
        return (int) Math.min(Integer.MAX_VALUE, bytes.byteSize() - at);
    }
}
