package treeline.testkit.files;

import org.jspecify.annotations.Nullable;

import treeline.testkit.files.Faults.Fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;

/// The contract of every writer of a file or folder, checked after each possible power failure
/// ([CrashStates]) and each possible failure of a call ([Faults]):
/// - The output is the earlier one or the new one, completely. After the writer returned, it is the
///   new one. After a power failure, an earlier folder may be called `OUTPUT.replaced-*`.
/// - Other files of the folder are not touched, also if they are called like a temporary file of an
///   earlier version of the writer.
/// - A failure is an `IOException` that names the output, and leaves no temporary file.
/// - After any of this, the writer works again.
///
/// @param output name of the file or folder
/// @param earlier writes the version that is replaced; null if there is none
/// @param reader a text for the content; throws if it is not complete
public record WriterProof(String output, @Nullable Writer earlier, Writer writer, Reader reader) {
    private static final String ABSENT = "absent";

    /// The code under test.
    @FunctionalInterface
    public interface Writer {
        void write(Path output) throws Exception;
    }

    /// Reads with an ordinary reader.
    @FunctionalInterface
    public interface Reader {
        String read(Path output) throws Exception;
    }

    /// The number of checked states and faults.
    public record Checked(int states, int faults) {
        public Checked plus(Checked other) {
            return new Checked(states + other.states, faults + other.faults);
        }
    }

    /// Runs the proof.
    ///
    /// @param scratch an empty folder
    public Checked check(Path scratch) throws Exception {
        WatchedFileSystem system = system(scratch);
        String before = content(system.realFolder());
        writer.write(system.folder().resolve(output));
        system.milestone("returned");
        String after = content(system.realFolder());
        if (after.equals(before)) throw new AssertionError("the writer changed nothing: " + after);
        return new Checked(
                checkCrashes(system, before, after, scratch), checkFaults(before, after, scratch));
    }

    private int checkCrashes(WatchedFileSystem system, String before, String after, Path scratch)
            throws IOException {
        return CrashStates.check(
                system,
                scratch,
                1,
                (folder, milestones) -> {
                    String found = contentOrSetAside(folder);
                    if (!found.equals(after) && (milestones > 0 || !found.equals(before)))
                        throw new AssertionError("unexpected " + found);
                    requireNeighbours(folder);
                    writeAgain(folder, after);
                });
    }

    private void writeAgain(Path folder, String after) throws Exception {
        if (earlier == null && Files.exists(folder.resolve(output))) return; // may not be replaced
        var system = WatchedFileSystem.of(folder);
        writer.write(system.folder().resolve(output));
        String found = content(folder);
        if (!found.equals(after)) throw new AssertionError("the next writer left " + found);
        requireNeighbours(folder);
    }

    private int checkFaults(String before, String after, Path scratch) throws Exception {
        int faults = 0;
        for (Fault fault : Fault.values())
            faults +=
                    Faults.each(
                            fault,
                            () -> system(scratch),
                            system -> writer.write(system.folder().resolve(output)),
                            (system, failed, thrown) -> {
                                Path folder = system.realFolder();
                                boolean isSetAside = isSetAside(thrown);
                                String found =
                                        isSetAside ? contentOrSetAside(folder) : content(folder);
                                if (!found.equals(after)
                                        && (thrown == null || !found.equals(before)))
                                    throw new AssertionError("unexpected " + found, thrown);
                                if (thrown != null)
                                    requireNamed(thrown, system.folder().resolve(output));
                                requireNeighbours(folder);
                                requireNoLeftovers(
                                        folder, failed, isSetAside || found.equals(after));
                                writeAgain(folder, after);
                            });
        return faults;
    }

    /// Whether the message tells where an earlier folder is that could not be put back.
    private static boolean isSetAside(@Nullable Exception thrown) {
        return thrown != null
                && Objects.requireNonNullElse(thrown.getMessage(), "")
                        .contains("; the earlier folder is now ");
    }

    /// A cancelled writer need not say what it wrote: nobody waits for it.
    private static void requireNamed(Exception thrown, Path file) {
        if (thrown instanceof CancellationException) return;
        String message = Objects.requireNonNullElse(thrown.getMessage(), "");
        if (!(thrown instanceof IOException) || !message.contains(file.toString()))
            throw new AssertionError(
                    "expected an IOException that names %s, found %s".formatted(file, thrown),
                    thrown);
    }

    /// A folder with the earlier version and with files of the user.
    private WatchedFileSystem system(Path scratch) throws Exception {
        Path folder = Files.createTempDirectory(scratch, "folder-");
        for (String each : neighbours()) Files.writeString(folder.resolve(each), each);
        if (earlier != null) earlier.write(folder.resolve(output));
        return WatchedFileSystem.of(folder);
    }

    private List<String> neighbours() {
        return List.of("notes.txt", output + ".tmp", "." + output + ".tmp");
    }

    private void requireNeighbours(Path folder) throws IOException {
        for (String each : neighbours())
            if (!Files.readString(folder.resolve(each)).equals(each))
                throw new AssertionError(each + " was changed");
    }

    private String content(Path folder) throws Exception {
        Path file = folder.resolve(output);
        return Files.exists(file) ? reader.read(file) : ABSENT;
    }

    /// A folder cannot be replaced by one call: for a moment the earlier one has another name.
    private String contentOrSetAside(Path folder) throws Exception {
        String found = content(folder);
        if (earlier == null || !found.equals(ABSENT)) return found;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList())
                if (each.getFileName().toString().startsWith(output + ".replaced-"))
                    return reader.read(each);
        }
        return found;
    }

    /// If deleting failed, or looking for what to delete, a temporary file stays. If the new folder
    /// is there but not known to be durable, the earlier one stays under its other name.
    private void requireNoLeftovers(Path folder, Call failed, boolean isNew) throws IOException {
        List<String> left = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) left.add(each.getFileName().toString());
        }
        left.removeAll(neighbours());
        left.remove(output);
        if (isNew)
            left.removeIf(
                    each ->
                            each.startsWith(output + ".replaced-")
                                    || failed.path().startsWith(folder.resolve(each)));
        if (!left.isEmpty() && failed.kind() != Call.Kind.DELETE)
            throw new AssertionError("left behind: " + left);
    }
}
