package treeline.formats.hpctoolkitxml;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// An XML stream that rejects overlong tags, because the parser would load an attribute of any
/// length into memory.
final class BoundedTagStream extends FilterInputStream {
    private static final int MAX_TAG_LENGTH = 1 << 22;

    private long at;
    private long tagStart;

    BoundedTagStream(InputStream bytes) {
        super(bytes);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int count = super.read(into, from, length);
        if (count <= 0) return count;
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
