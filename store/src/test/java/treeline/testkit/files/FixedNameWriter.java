package treeline.testkit.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// The writer of Treeline 0.2, kept to show that the harness finds its defects: all writers of a
/// file share the temporary name `FILE.tmp`, and nothing is forced.
final class FixedNameWriter {
    private FixedNameWriter() {}

    static void write(Path file, String... pieces) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            try (var channel =
                    FileChannel.open(
                            unfinished,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.TRUNCATE_EXISTING)) {
                for (String piece : pieces)
                    channel.write(ByteBuffer.wrap(piece.getBytes(StandardCharsets.UTF_8)));
            }
            Files.move(
                    unfinished,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }
}
