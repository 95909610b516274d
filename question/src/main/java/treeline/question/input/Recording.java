package treeline.question.input;

import treeline.formats.Formats;
import treeline.formats.Opened;
import treeline.formats.Salvage;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// An opened recording: its location, format and source.
///
/// @param path as the user wrote it
/// @param time the time window of the source, empty for the whole run
/// @param again reopens it, for objects that outlive this one
public record Recording(
        String path,
        Input input,
        ProfileFormat format,
        ProfileSource source,
        String time,
        Opening again)
        implements Closeable {

    public static Recording open(
            Formats formats, String path, Optional<String> formatName, Session session)
            throws IOException {
        return of("opening", path, () -> session.open(formats, path, formatName), session);
    }

    /// What is intact of a damaged recording.
    public static Recording salvaged(
            Formats formats, String path, Optional<String> formatName, Session session)
            throws IOException {
        return of("checking", path, () -> Salvage.open(formats, path, formatName), session);
    }

    private interface Opener {
        Opened open() throws IOException;
    }

    private static Recording of(String task, String path, Opener opener, Session session)
            throws IOException {
        try (Session.Task _ = session.task(task + " " + path, 0)) {
            Opened opened = opener.open();
            return new Recording(
                    path,
                    opened.input(),
                    opened.format(),
                    opened.source(),
                    "",
                    () -> of(task, path, opener, session));
        }
    }

    /// A run that is already open.
    ///
    /// @param source stays open as long as its owner needs it
    public static Recording ofOpen(String name, ProfileSource source) {
        return new Recording(
                name,
                Input.inMemory(name),
                new MemoryFormat(name),
                source,
                "",
                () -> ofOpen(name, source));
    }

    /// Reopens a recording.
    @FunctionalInterface
    public interface Opening {
        Recording open() throws IOException;
    }

    public Profile load(Slice slice, Session session) throws IOException {
        try (Session.Task _ = session.task("reading " + input.name(), 0)) {
            return source.load(slice);
        }
    }

    /// What was not read as it stands, up to now.
    public ReadReport report() {
        return source.report().without(input.root());
    }

    /// The bytes of all its files.
    public long bytes() throws IOException {
        long bytes = 0;
        for (Path file : input.files()) bytes += Files.size(file);
        return bytes;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
