package treeline.store.text;

import treeline.model.Profile;
import treeline.source.ProfileExporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/// Writes profiles as compact text in our own dialect: readable in an editor, exact to the bit, and
/// with a checksum.
public final class CompactTextExporter implements ProfileExporter {

    @Override
    public String name() {
        return CompactTextFormat.NAME;
    }

    @Override
    public String extension() {
        return ".tltext";
    }

    /// Writes beside the file and renames: readers never see a half-written one.
    @Override
    public void export(Profile profile, Path file) throws IOException {
        Path half =
                file.resolveSibling(".%s.%s.tmp".formatted(file.getFileName(), UUID.randomUUID()));
        try {
            write(profile, half);
            Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(half);
        }
    }

    private static void write(Profile profile, Path file) throws IOException {
        try (var out =
                new TextOut(
                        Files.newOutputStream(
                                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            new TextWriter(profile, out).write();
        }
    }
}
