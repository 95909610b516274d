package treeline.source.files;

import java.nio.file.Path;

/// Thrown if input violates its format. The message names the file, the position, the expected and
/// the found content. Unchecked, because lazy sources read, and fail, late.
public final class MalformedProfileException extends RuntimeException {

    private MalformedProfileException(String message) {
        super(message);
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
