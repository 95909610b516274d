package treeline.app.commands.output;

import treeline.app.terminal.Console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The standard output where a command asks for a file: `-`, as in most tools. What is written
/// there is nothing but the file, so that another program can take it.
public final class StandardOutput {
    private static final Path NAME = Path.of("-");

    private StandardOutput() {}

    /// Writes one file.
    @FunctionalInterface
    public interface FileWriter {
        void write(Path file) throws IOException;
    }

    public static boolean isMeant(Path out) {
        return out.equals(NAME);
    }

    /// Through a temporary file, so that what fails in the middle is not half printed.
    public static void write(FileWriter writer, Console console) throws IOException {
        Path folder = Files.createTempDirectory("treeline-");
        Path file = folder.resolve("output");
        try {
            writer.write(file);
            Files.copy(file, console.out());
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }
}
