package treeline.app;

import treeline.app.cli.ManPage;
import treeline.formats.Formats;
import treeline.source.files.CompleteFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes the manual pages of all commands into a folder, for the release.
public final class ManPages {
    private ManPages() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        ManPage.all(Main.commandLine(Formats::all))
                .forEach((name, page) -> write(folder.resolve(name), page));
    }

    private static void write(Path file, String page) {
        try {
            CompleteFile.write(file, page);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
