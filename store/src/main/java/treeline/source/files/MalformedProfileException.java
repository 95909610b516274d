package treeline.source.files;

import treeline.model.Version;
import treeline.text.ControlCharacters;

import java.nio.file.Path;

/// Thrown if input violates its format. The message names the file, the position, the expected and
/// the found content, on one line without control characters. Unchecked, because lazy sources read,
/// and fail, late.
public final class MalformedProfileException extends RuntimeException {
    private final boolean isNewer;

    private MalformedProfileException(String message) {
        this(message, false);
    }

    private MalformedProfileException(String message, boolean isNewer) {
        super(ControlCharacters.visible(message));
        this.isNewer = isNewer;
    }

    /// Whether the file was written by a newer Treeline, so that it can be read after an upgrade.
    public boolean isNewer() {
        return isNewer;
    }

    /// The file is of a version that a newer Treeline writes.
    ///
    /// @param place the file and where its version is: `run.tldb at byte 8`
    static MalformedProfileException newer(
            String place, String format, long version, int newestReadable) {
        return new MalformedProfileException(
                "%s: %s version %d is newer than this Treeline (%s) can read, which is up to %d; upgrade to read this file"
                        .formatted(place, format, version, Version.number(), newestReadable),
                true);
    }

    /// `offset` counts from the start of the file, never of a buffer.
    public static MalformedProfileException atByte(
            String file, long offset, String expected, String found) {
        return new MalformedProfileException(
                "%s at byte %d: expected %s, found %s".formatted(file, offset, expected, found));
    }

    /// `line` counts from 1, as editors do.
    public static MalformedProfileException atLine(
            Path file, long line, String expected, String found) {
        return new MalformedProfileException(
                "%s line %d: expected %s, found %s".formatted(file, line, expected, found));
    }

    /// The file as a whole, or a set of files, is wrong.
    public static MalformedProfileException of(String name, String expected, String found) {
        return new MalformedProfileException(
                "%s: expected %s, found %s".formatted(name, expected, found));
    }
}
