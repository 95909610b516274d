package treeline.testkit.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A reader with a bug behind four conditions that no file fulfils by chance, only one that got
/// there step by step. Public for the loader that counts its branches.
public final class PlantedBug implements Subject {
    @Override
    public String formatName() {
        return "planted";
    }

    @Override
    public String code() {
        return PlantedBug.class.getName();
    }

    @Override
    public List<Path> samples(Path into) throws IOException {
        return List.of(Files.writeString(into.resolve("sample"), "Tree"));
    }

    @Override
    public void read(Path file) {
        byte[] bytes = bytes(file);
        if (new String(bytes, StandardCharsets.ISO_8859_1).contains("@columns")
                && bytes.length > 2
                && bytes[0] > 'T'
                && bytes[1] > 'r'
                && bytes[2] < 0) throw new IllegalStateException("planted");
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
