package treeline.testkit.files;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.Optional;

/// A channel to a real file or directory whose changes are logged.
final class WatchedChannel extends FileChannel {
    private static final int COPIED_AT_ONCE = 1 << 16;

    private final WatchedFileSystem system;
    private final Path path;
    private final FileChannel real;
    private final Optional<Integer> number;
    private final boolean writes;
    private final boolean append;

    WatchedChannel(
            WatchedFileSystem system,
            Path path,
            FileChannel real,
            Optional<Integer> number,
            boolean writes,
            boolean append) {
        this.system = system;
        this.path = path;
        this.real = real;
        this.number = number;
        this.writes = writes;
        this.append = append;
    }

    /// An interrupt closes the channel, as it does for real ones.
    private void before(Call.Kind kind) throws IOException {
        try {
            system.before(kind, path);
        } catch (ClosedByInterruptException interrupted) {
            real.close();
            throw interrupted;
        }
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        before(Call.Kind.WRITE);
        synchronized (system) {
            ByteBuffer copy = from.duplicate();
            long at = append ? real.size() : real.position();
            return logged(at, copy, real.write(from));
        }
    }

    @Override
    public int write(ByteBuffer from, long position) throws IOException {
        before(Call.Kind.WRITE);
        synchronized (system) {
            ByteBuffer copy = from.duplicate();
            return logged(position, copy, real.write(from, position));
        }
    }

    private int logged(long at, ByteBuffer from, int length) {
        byte[] bytes = new byte[length];
        from.get(bytes);
        number.ifPresent(
                file -> system.record(new Operation.Write(file, at, new Operation.Bytes(bytes))));
        return length;
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) throws IOException {
        long written = 0;
        for (int i = offset; i < offset + length; i++)
            if (from[i].hasRemaining()) written += write(from[i]);
        return written;
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        before(Call.Kind.RESIZE);
        synchronized (system) {
            if (size < real.size())
                number.ifPresent(file -> system.record(new Operation.Resize(file, size)));
            real.truncate(size);
            return this;
        }
    }

    @Override
    public void force(boolean metadata) throws IOException {
        before(Call.Kind.FORCE);
        number.ifPresent(file -> system.record(new Operation.Force(file)));
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        before(Call.Kind.READ);
        return real.read(into);
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        before(Call.Kind.READ);
        return real.read(into, position);
    }

    @Override
    public long read(ByteBuffer[] into, int offset, int length) throws IOException {
        before(Call.Kind.READ);
        return real.read(into, offset, length);
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(count, COPIED_AT_ONCE));
        if (read(buffer, position) <= 0) return 0;
        return target.write(buffer.flip());
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(count, COPIED_AT_ONCE));
        if (source.read(buffer) <= 0) return 0;
        return write(buffer.flip(), position);
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        real.position(position);
        return this;
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
        return real.map(readOnly(mode), position, size);
    }

    @Override
    public MemorySegment map(MapMode mode, long offset, long size, Arena arena) throws IOException {
        return real.map(readOnly(mode), offset, size, arena);
    }

    private static MapMode readOnly(MapMode mode) {
        if (!mode.equals(MapMode.READ_ONLY))
            throw new UnsupportedOperationException("writes to mapped memory are not logged");
        return mode;
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        before(Call.Kind.LOCK);
        return real.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        before(Call.Kind.LOCK);
        return real.tryLock(position, size, shared);
    }

    /// The real channel is closed in any case, as `close` does whatever it reports.
    @Override
    protected void implCloseChannel() throws IOException {
        try (real) {
            if (writes && real.isOpen()) before(Call.Kind.CLOSE);
        }
    }
}
