package treeline.formats.caliper.split;

import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A stream over a mapped file that skips one range of bytes: a json-split file without its rows is
/// small and still valid JSON.
final class GappedSegmentStream extends InputStream {
    private final MemorySegment file;
    private final long skipFrom;
    private final long skipTo;
    private long at;

    GappedSegmentStream(MemorySegment file) {
        this(file, file.byteSize(), file.byteSize());
    }

    GappedSegmentStream(MemorySegment file, long skipFrom, long skipTo) {
        this.file = file;
        this.skipFrom = skipFrom;
        this.skipTo = skipTo;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        if (at == skipFrom) at = skipTo;
        if (at >= file.byteSize()) return -1;
        long end = at < skipFrom ? skipFrom : file.byteSize();
        int count = (int) Math.min(length, end - at);
        MemorySegment.copy(file, ValueLayout.JAVA_BYTE, at, into, offset, count);
        at += count;
        return count;
    }

    /// Where a byte of this stream stands in the file.
    long offsetInFile(long offsetHere) {
        return offsetHere <= skipFrom ? offsetHere : offsetHere + (skipTo - skipFrom);
    }
}
