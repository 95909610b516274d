package treeline.formats.reading;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.NamedFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Path;

/// A format in which a profile is a single file, recognised by its first bytes.
public abstract class OneFileFormat extends NamedFormat {
    private final String expected;
    private final Opening opening;

    /// Opens the file of an input.
    @FunctionalInterface
    public interface Opening {
        ProfileSource open(Path file, Input input) throws IOException;
    }

    /// @param expected what an input must be, such as `one JSON file`
    protected OneFileFormat(String name, String description, String expected, Opening opening) {
        super(name, description);
        this.expected = expected;
        this.opening = opening;
    }

    /// A format whose files are read completely when they are opened.
    protected OneFileFormat(
            String name,
            String description,
            String expected,
            MappedFile.Opener<ProfileSource> reader) {
        this(name, description, expected, (file, _) -> MappedFile.read(file, reader));
    }

    @Override
    public final Match sniff(Input input) throws IOException {
        if (input.files().size() != 1) return Match.NO;
        Path file = input.files().getFirst();
        return sniff(file, input.prefix(file));
    }

    /// How sure the format is of a file.
    ///
    /// @param prefix the first bytes of the file, expanded
    protected abstract Match sniff(Path file, byte[] prefix) throws IOException;

    @Override
    public final ProfileSource open(Input input) throws IOException {
        return opening.open(input.onlyFile(expected), input);
    }
}
