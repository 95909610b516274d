package treeline.formats.reading;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.NamedFormat;

import java.io.IOException;
import java.nio.file.Path;

/// A format in which a profile is a single file, recognised by its first bytes.
public abstract class OneFileFormat extends NamedFormat {
    protected OneFileFormat(String name, String description) {
        super(name, description);
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
}
