package treeline.source.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;

/// Random access to the bytes of an indexed file, in a file ([MappedFile]), in memory or behind a
/// channel. Thread-safe.
public interface StoredBytes extends Closeable {
    // Little-endian numbers in a mapped segment.
    ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    ValueLayout.OfDouble F64 = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /// What errors call them: the path of a file.
    String name();

    /// What reports call them, where the whole path would be too long.
    default String shortName() {
        return name();
    }

    long size();

    /// Copies a stretch that lies within [#size].
    ///
    /// @throws UncheckedIOException where it cannot be read
    void copy(long offset, byte[] into, int at, int length);

    /// To be asked before bytes are called damaged: a file may have been written again since it was
    /// opened.
    ///
    /// @throws UncheckedIOException of a [FileChangedException] if it was
    default void requireUnchanged() {}

    default MalformedProfileException malformed(long offset, String expected, String found) {
        return MalformedProfileException.atByte(name(), offset, expected, found);
    }

    @Override
    void close() throws IOException;

    /// Bytes in memory. They belong to the caller, who keeps them as they are as long as they are
    /// read; closing does nothing.
    static StoredBytes of(String name, MemorySegment bytes) {
        return new InMemory(name, bytes.asReadOnly());
    }

    /// The bytes of a channel from its first on, whatever its position is. Only what is asked for
    /// is read, each time from the channel. Nobody else may move the channel meanwhile; closing
    /// closes it.
    static StoredBytes of(String name, SeekableByteChannel channel) throws IOException {
        return new InChannel(name, channel, channel.size());
    }

    /// Bytes that the caller has in memory.
    record InMemory(String name, MemorySegment bytes) implements StoredBytes {
        @Override
        public long size() {
            return bytes.byteSize();
        }

        @Override
        public void copy(long offset, byte[] into, int at, int length) {
            MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, offset, into, at, length);
        }

        @Override
        public void close() {}
    }

    /// Bytes that are read from a channel when they are asked for.
    ///
    /// @param size when it was opened
    record InChannel(String name, SeekableByteChannel channel, long size) implements StoredBytes {
        @Override
        public void copy(long offset, byte[] into, int at, int length) {
            var rest = ByteBuffer.wrap(into, at, length);
            try {
                while (rest.hasRemaining())
                    if (read(rest, offset + length - rest.remaining()) < 0)
                        throw new FileChangedException(name);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        /// Channels of files read at a place; others have one position for all threads.
        private int read(ByteBuffer into, long offset) throws IOException {
            if (channel instanceof FileChannel file) return file.read(into, offset);
            synchronized (channel) {
                return channel.position(offset).read(into);
            }
        }

        @Override
        public void requireUnchanged() {
            try {
                if (channel.size() == size) return;
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
            throw new UncheckedIOException(new FileChangedException(name));
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
