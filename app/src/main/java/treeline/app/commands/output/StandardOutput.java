package treeline.app.commands.output;

import treeline.app.terminal.Console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Standard output as the output file `-`. Only the file is written there, so it can be piped.
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
            Files.copy(file, console.data());
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }
}
