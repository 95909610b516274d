package treeline.formats;

import treeline.source.ProfileSource;
import treeline.source.Reopening;

import java.io.IOException;
import java.util.Optional;

/// How another process opens what a user named: by its absolute path and its format, which is not
/// recognised again.
///
/// @param pathOrGlob absolute
record ReopenedFile(String pathOrGlob, String format) implements Reopening {

    @Override
    public ProfileSource open() throws IOException {
        return Formats.all().open(pathOrGlob, Optional.of(format)).source();
    }
}
