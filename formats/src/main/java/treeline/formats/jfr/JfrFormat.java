package treeline.formats.jfr;

import jdk.jfr.consumer.RecordingFile;

import treeline.formats.reading.OneFileFormat;
import treeline.formats.reading.TracedSource;
import treeline.source.LoadedSource;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Recordings of JDK Flight Recorder.
public final class JfrFormat extends OneFileFormat {

    public JfrFormat() {
        super(
                "jfr",
                "JDK Flight Recorder recordings (.jfr)",
                "one recording",
                (file, _) -> source(file));
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        return JfrChunks.startsWithMagic(prefix) ? Match.CERTAIN : Match.NO;
    }

    private static ProfileSource source(Path file) throws IOException {
        LoadedSource loaded = read(file, recording -> new JfrReader().read(recording));
        return new TracedSource(loaded, () -> read(file, JfrReader::traces));
    }

    /// What is made of a recording.
    private interface Reading<R> {
        R of(RecordingFile recording) throws IOException;
    }

    private static <R> R read(Path file, Reading<R> reading) throws IOException {
        try (MappedFile mapped = MappedFile.open(file)) {
            JfrChunks.check(mapped);
            if (mapped.size() == Files.size(file)) return read(file, file, reading);
            Path expanded = Files.createTempFile("treeline-", ".jfr");
            try {
                mapped.copyTo(expanded); // the JDK's reader takes files only
                return read(file, expanded, reading);
            } finally {
                Files.delete(expanded);
            }
        }
    }

    /// The JDK's reader trusts its files: what a damaged one makes it throw is an error in the
    /// file, also where it asks for more memory than there is or calls it an internal error.
    private static <R> R read(Path named, Path file, Reading<R> reading) throws IOException {
        try (var recording = new RecordingFile(file)) {
            return reading.of(recording);
        } catch (MalformedProfileException located) {
            throw located;
        } catch (IOException | RuntimeException | VirtualMachineError damaged) {
            throw MalformedProfileException.of(
                    named.toString(),
                    "a recording that the JDK can read",
                    damaged.getMessage() == null
                            ? damaged.getClass().getSimpleName()
                            : damaged.getMessage());
        }
    }
}
