package treeline.formats.hpctoolkitxml;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Mapped memory as a stream, for a parser that knows nothing else and would take an attribute of
/// any length into memory: a tag that does not end is refused here.
final class XmlSegmentStream extends InputStream {
    static final int MAX_TAG_LENGTH = 1 << 22;

    private final MemorySegment bytes;
    private long at;
    private long tagStart;

    XmlSegmentStream(MemorySegment bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (length == 0) return 0;
        if (at == bytes.byteSize()) return -1;
        int count = (int) Math.min(length, bytes.byteSize() - at);
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, into, from, count);
        int last = from + count - 1;
        while (last >= from && into[last] != '<') last--;
        if (last >= from) tagStart = at + last - from;
        at += count;
        if (at - tagStart > MAX_TAG_LENGTH)
            throw new IOException(
                    "more than %d bytes without a tag, from byte %d"
                            .formatted(MAX_TAG_LENGTH, tagStart));
        return count;
    }
}
