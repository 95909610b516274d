package treeline.store.text;

import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Files drawn in tests, and what the format makes of them.
public record TextFiles(Path folder) {

    /// What was read, with what the reader had to say about it.
    public record Read(Profile profile, ReadReport report) {}

    public Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    public Read read(String name, String text) throws IOException {
        return read(Input.of(write(name, text)));
    }

    public static Read read(Input input) throws IOException {
        try (ProfileSource source = new CompactTextFormat().open(input)) {
            Profile profile = source.load(Slice.everything());
            return new Read(profile, source.report());
        }
    }

    /// The profile, written and read again.
    Profile again(Profile profile) throws IOException {
        return read(Input.of(export(profile))).profile();
    }

    Path export(Profile profile) throws IOException {
        Path file = folder.resolve("exported.tltext");
        new CompactTextExporter().export(profile, file);
        return file;
    }

    /// The profile as text.
    String text(Profile profile) throws IOException {
        return Files.readString(export(profile));
    }
}
