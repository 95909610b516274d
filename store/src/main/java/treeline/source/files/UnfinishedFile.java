package treeline.source.files;

import org.jspecify.annotations.Nullable;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file that [CompleteFile] has not renamed yet, as a channel or as a stream.
///
/// Unlike a [FileChannel], it can be written by an interrupted thread, so that `shutdownNow` does
/// not lose a recording: a channel that an interrupt closed is opened again and the write is
/// repeated. The interrupt status is kept. Errors name the file by its final name and state the
/// reason.
public final class UnfinishedFile implements WritableByteChannel {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path named;
    private final Path file;
    private FileChannel channel;
    private long length;
    private boolean open = true;
    private @Nullable OutputStream stream;
    private @Nullable IOException failure;

    private UnfinishedFile(Path named, Path file, FileChannel channel) {
        this.named = named;
        this.file = file;
        this.channel = channel;
    }

    /// Creates the file; fails if the name is taken, also by a link.
    ///
    /// @param named what errors call it
    static UnfinishedFile create(Path named, Path file) throws IOException {
        try {
            return new UnfinishedFile(
                    named,
                    file,
                    FileChannel.open(
                            file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (IOException failed) {
            throw named(named, failed);
        }
    }

    /// A buffered stream that appends to the file. Closing it is optional and only flushes.
    public OutputStream stream() {
        OutputStream known = stream;
        if (known != null) return known;
        stream = new BufferedOutputStream(Channels.newOutputStream(this), BUFFER_BYTES);
        return stream;
    }

    /// The same in UTF-8. It must be closed.
    public Writer writer() {
        return new BufferedWriter(new OutputStreamWriter(stream(), StandardCharsets.UTF_8));
    }

    /// Appends all bytes.
    @Override
    public int write(ByteBuffer bytes) throws IOException {
        int count = bytes.remaining();
        write(bytes, length);
        length += count;
        return count;
    }

    /// Writes all bytes at a position, such as a header that is known last. What is appended later
    /// follows what was appended before.
    public void write(ByteBuffer bytes, long position) throws IOException {
        uninterrupted(
                to -> {
                    ByteBuffer left = bytes.duplicate();
                    for (long at = position; left.hasRemaining(); ) at += to.write(left, at);
                });
        bytes.position(bytes.limit());
    }

    /// Skips bytes that are written later.
    public void skip(long bytes) {
        length += bytes;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    /// Does nothing, so that streams around the file may be closed: [CompleteFile] closes it.
    @Override
    public void close() {}

    /// Writes everything to the storage device and closes the file.
    void finish() throws IOException {
        if (stream != null) stream.flush();
        uninterrupted(to -> to.force(true));
        uninterrupted(FileChannel::close);
        open = false;
    }

    /// Closes the file without its name.
    ///
    /// @param reason a failure to close it is suppressed in favour of this one
    void abandon(Throwable reason) {
        open = false;
        try {
            channel.close();
        } catch (IOException alsoFailed) {
            reason.addSuppressed(alsoFailed);
        }
    }

    /// Why a write failed, also if a library between us and the content wrapped the exception.
    @Nullable IOException failure() {
        return failure;
    }

    @FunctionalInterface
    private interface Operation {
        void on(FileChannel channel) throws IOException;
    }

    private void uninterrupted(Operation operation) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (!succeeds(operation)) interrupted |= Thread.interrupted();
        } catch (IOException failed) {
            failure = named(named, failed);
            throw failure;
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /// Returns false if an interrupt closed the channel, which is then open again.
    private boolean succeeds(Operation operation) throws IOException {
        try {
            operation.on(channel);
            return true;
        } catch (ClosedByInterruptException closed) {
            channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            return false;
        }
    }

    /// Users know the final name.
    static IOException named(Path file, IOException failed) {
        String name = file.toString();
        FileSystemException named =
                switch (failed) {
                    case NoSuchFileException _ ->
                            new NoSuchFileException(name, null, "no such directory");
                    case AccessDeniedException _ -> new AccessDeniedException(name);
                    case FileSystemException other ->
                            new FileSystemException(name, null, other.getReason());
                    default -> new FileSystemException(name, null, failed.getMessage());
                };
        named.initCause(failed);
        return named;
    }
}
