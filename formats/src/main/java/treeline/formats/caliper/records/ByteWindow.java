package treeline.formats.caliper.records;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// A window of a file as a byte array, because array access is several times faster than access to
/// mapped memory. A zero byte follows the last byte, so scanners need no bounds check per position.
public final class ByteWindow {
    private static final int BYTES = 1 << 16;

    /// What was looked at is given back in pieces of this size: else the whole file would stay in
    /// memory while it is read.
    private static final int RELEASED = 1 << 22;

    private final MemorySegment file;
    private byte[] bytes = new byte[BYTES + 1];
    private long base;
    private int limit;
    private long released;

    public ByteWindow(MemorySegment file, long from) {
        this.file = file;
        this.base = from;
        this.released = from;
    }

    public byte[] bytes() {
        return bytes;
    }

    /// One past the last byte that is loaded.
    public int limit() {
        return limit;
    }

    /// Where a byte of the window stands in the file.
    public long offset(int at) {
        return base + at;
    }

    /// Drops what stands before `keep`, which becomes position 0, and loads what follows.
    ///
    /// @return false if the file has no more bytes
    public boolean advance(int keep) {
        long next = base + limit;
        int kept = limit - keep;
        if (keep == 0 && limit == bytes.length - 1) bytes = Arrays.copyOf(bytes, limit * 2 + 1);
        else System.arraycopy(bytes, keep, bytes, 0, kept);
        base += keep;
        int more = (int) Math.min(file.byteSize() - next, bytes.length - 1 - kept);
        MemorySegment.copy(file, ValueLayout.JAVA_BYTE, next, bytes, kept, more);
        limit = kept + more;
        bytes[limit] = 0;
        if (base - released >= RELEASED) release();
        return more > 0;
    }

    private void release() {
        if (file.isMapped()) file.asSlice(released, base - released).unload();
        released = base;
    }

    /// Whether nothing of the file follows the window.
    public boolean isLast() {
        return base + limit == file.byteSize();
    }
}
