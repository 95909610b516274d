package treeline.formats;

import treeline.source.ProfileSource;
import treeline.source.Reopening;

import java.io.IOException;
import java.util.Optional;

/// The absolute path and format with which another process opens the same profile, without
/// detecting the format again.
///
/// @param pathOrGlob absolute
record ReopenedFile(String pathOrGlob, String format) implements Reopening {

    @Override
    public ProfileSource open() throws IOException {
        return Formats.all().open(pathOrGlob, Optional.of(format)).source();
    }
}
