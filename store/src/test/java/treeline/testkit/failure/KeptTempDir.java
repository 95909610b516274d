package treeline.testkit.failure;

import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Temporary folders of tests, of which a failed test keeps the small files: recordings, and the
/// output and logs of processes.
final class KeptTempDir implements TempDirFactory {
    private static final long MAX_FILE_BYTES = 1 << 20;
    private static final long MAX_BYTES = 20 << 20;

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
            throws IOException {
        Path folder = Files.createTempDirectory("junit-");
        String name = "temp-" + element.getAnnotatedElement().toString().replaceAll(".*[ .]", "");
        Evidence.keep(into -> copy(folder, into, name), () -> delete(folder));
        return folder;
    }

    private static void copy(Path from, Path into, String name) throws IOException {
        Path to = Evidence.unused(into, name);
        long[] copied = {0};
        Files.walkFileTree(
                from,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes facts) {
                        return each.equals(into)
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes facts)
                            throws IOException {
                        if (!facts.isRegularFile() || facts.size() > MAX_FILE_BYTES)
                            return FileVisitResult.CONTINUE;
                        copied[0] += facts.size();
                        if (copied[0] > MAX_BYTES) return FileVisitResult.TERMINATE;
                        Path copy = to.resolve(from.relativize(file).toString());
                        Files.createDirectories(copy.resolveSibling(""));
                        Files.copy(file, copy);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    /// JUnit has left it if the test failed.
    private static void delete(Path folder) {
        if (!Files.exists(folder)) return;
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path each : all) Files.deleteIfExists(each);
        } catch (IOException | java.io.UncheckedIOException left) {
            System.err.println("a failed test left " + folder);
        }
    }
}
