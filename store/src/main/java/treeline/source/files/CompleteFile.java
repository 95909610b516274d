package treeline.source.files;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/// Atomic and durable file output. A file is written under a temporary name of its own in the same
/// folder ([TemporaryFiles]), forced to the storage device, renamed, and the folder is forced too.
///
/// - A failed write leaves the old or the new version, complete: the new one if only forcing the
///   folder failed, which the message of the exception says. The exception names the file.
/// - When the method returns, the file survives a power failure.
/// - If several writers write one file, the last rename wins. Readers always see one complete
///   version.
/// - A symbolic link is replaced, not followed. Pipes and devices are written to.
public final class CompleteFile {
    private CompleteFile() {}

    /// Writes what the file is to hold.
    @FunctionalInterface
    public interface Content {
        void writeTo(UnfinishedFile file) throws IOException;
    }

    /// Writes a file, and removes what killed writers left in its folder.
    public static void write(Path file, Content content) throws IOException {
        write(file, content, true);
    }

    /// The same in UTF-8.
    public static void write(Path file, CharSequence text) throws IOException {
        write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    public static void write(Path file, byte[] bytes) throws IOException {
        write(file, unfinished -> unfinished.write(ByteBuffer.wrap(bytes)));
    }

    /// Writes a file at a cost that does not depend on the number of files in the folder: others
    /// remove leftovers.
    public static void writeOnly(Path file, Content content) throws IOException {
        write(file, content, false);
    }

    private static void write(Path file, Content content, boolean clean) throws IOException {
        FileName.require(file.toString());
        if (isStream(file)) {
            copy(file, content);
            return;
        }
        Path temporary = TemporaryFiles.nextTo(file);
        UnfinishedFile unfinished = UnfinishedFile.create(file, temporary);
        UnfinishedOutputs.begin(temporary);
        try {
            Path folder = CompleteFolder.of(file);
            boolean alone = !TemporaryFiles.isNamedAsOne(folder);
            if (clean && alone) TemporaryFiles.removeLeftovers(folder, temporary);
            writeTo(unfinished, content);
            rename(temporary, file);
            if (alone) CompleteFolder.forceEntry(file);
        } catch (Throwable failed) {
            unfinished.abandon(failed);
            delete(temporary, failed);
            throw failed;
        } finally {
            UnfinishedOutputs.end(temporary);
        }
    }

    private static void writeTo(UnfinishedFile unfinished, Content content) throws IOException {
        try {
            content.writeTo(unfinished);
            unfinished.finish();
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        } catch (RuntimeException failed) {
            IOException reason = unfinished.failure();
            if (reason == null) throw failed;
            throw reason;
        }
    }

    private static void rename(Path temporary, Path file) throws IOException {
        try {
            Files.move(
                    temporary,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException removed) {
            throw new FileSystemException(
                    file.toString(), null, "its temporary file was removed by another program");
        } catch (IOException failed) {
            throw UnfinishedFile.named(file, failed);
        }
    }

    private static void delete(Path temporary, Throwable failed) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException stays) {
            failed.addSuppressed(stays);
        }
    }

    /// Whether bytes are not stored under the name: a pipe, a device, or an open file of this
    /// process such as `/dev/stdout`.
    public static boolean isStream(Path file) throws IOException {
        if (!Files.exists(file)) return false;
        if (Files.readAttributes(file, BasicFileAttributes.class).isOther()) return true;
        Path open = file.getFileSystem().getPath("/proc");
        return CompleteFolder.of(file).toRealPath().startsWith(open)
                || (Files.isSymbolicLink(file) && Files.readSymbolicLink(file).startsWith(open));
    }

    /// Through a temporary file, so that a failed write puts nothing into the pipe.
    private static void copy(Path stream, Content content) throws IOException {
        Path folder = Files.createTempDirectory("treeline-");
        try {
            Path complete = folder.resolve("output");
            write(complete, content, false);
            try (OutputStream out = Files.newOutputStream(stream)) {
                Files.copy(complete, out);
            } catch (IOException failed) {
                throw UnfinishedFile.named(stream, failed);
            }
        } finally {
            CompleteFolder.delete(folder);
        }
    }
}
