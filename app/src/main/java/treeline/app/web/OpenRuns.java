package treeline.app.web;

import treeline.app.cli.Failure;
import treeline.formats.Formats;
import treeline.formats.Opened;
import treeline.source.MalformedProfileException;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The runs that the dashboard shows. Those that cannot be opened stay in the list with the reason:
/// the others are worth looking at all the same.
public final class OpenRuns implements Closeable {
    private static final int MOST = 1_000;

    /// @param problem why the run could not be opened, empty if it was
    record Entry(String path, Optional<OpenRun> run, String problem) {}

    private final Formats formats;
    private final List<Pattern> waiting;
    private final List<Entry> entries = new ArrayList<>();
    private Optional<Path> dropped = Optional.empty();

    public OpenRuns(Formats formats) {
        this(formats, List.of());
    }

    /// @param waiting names of frames that wait, beside those that are known
    public OpenRuns(Formats formats, List<Pattern> waiting) {
        this.formats = formats;
        this.waiting = List.copyOf(waiting);
    }

    /// Opens a file, directory or pattern.
    ///
    /// @param format the name of its format, or empty to recognise it
    /// @return why it could not be opened, empty if it was
    public String open(String path, Optional<String> format) {
        Entry entry;
        try {
            entry = new Entry(path, Optional.of(opened(path, nameOf(path), format)), "");
        } catch (IOException | IllegalArgumentException | MalformedProfileException failed) {
            entry = new Entry(path, Optional.empty(), Failure.of(failed).message());
        }
        add(entry);
        return entry.problem();
    }

    private OpenRun opened(String path, String name, Optional<String> formatName)
            throws IOException {
        Opened opened = formats.open(path, formatName);
        return new OpenRun(path, name, opened.format().name(), opened.source(), waiting);
    }

    /// The last part of a path.
    static String nameOf(String path) {
        String trimmed = path.replaceAll("[/\\\\]+$", "");
        String last =
                trimmed.substring(
                        Math.max(trimmed.lastIndexOf('/'), trimmed.lastIndexOf('\\')) + 1);
        return last.isEmpty() ? path : last;
    }

    /// Shows a run that is in memory already.
    void add(OpenRun run) {
        add(new Entry(run.path(), Optional.of(run), ""));
    }

    private synchronized int add(Entry entry) {
        entries.add(entry);
        return entries.size() - 1;
    }

    synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    /// How many opened.
    public int opened() {
        return (int) entries().stream().filter(entry -> entry.run().isPresent()).count();
    }

    OpenRun run(int id) {
        Entry entry = entries().get(id);
        return entry.run()
                .orElseThrow(
                        () ->
                                new RefusedRequest(
                                        Status.UNPROCESSABLE,
                                        entry.problem(),
                                        "choose another run"));
    }

    /// A file that was dropped on the page, as a new run. The copy is deleted when all is closed.
    ///
    /// @param name as the browser tells it; only its harmless characters are used
    /// @return the number of the run
    int openDropped(String name, UploadBody body) throws IOException {
        if (entries().size() >= MOST)
            throw new RefusedRequest(
                    Status.UNPROCESSABLE, "too many runs are open", "start 'treeline serve' again");
        Path folder = Files.createTempDirectory(droppedFolder(), "file");
        Path file = folder.resolve(harmless(name));
        try {
            body.writeTo(file);
            OpenRun run = opened(file.toString(), nameOf(name), Optional.empty());
            return add(new Entry(name, Optional.of(run), ""));
        } catch (IOException | RuntimeException failed) {
            delete(folder);
            throw failed;
        }
    }

    @FunctionalInterface
    interface UploadBody {
        void writeTo(Path file) throws IOException;
    }

    private synchronized Path droppedFolder() throws IOException {
        if (dropped.isEmpty()) dropped = Optional.of(Files.createTempDirectory("treeline-dropped"));
        return dropped.get();
    }

    /// Formats are recognised by the ends of names too, so these stay.
    private static String harmless(String name) {
        String kept = nameOf(name).replaceAll("[^A-Za-z0-9._-]", "_").replaceAll("^\\.+", "");
        String end = kept.substring(Math.max(0, kept.length() - 100));
        return end.isEmpty() ? "profile" : end;
    }

    @Override
    public synchronized void close() throws IOException {
        List<Closeable> all = new ArrayList<>();
        for (Entry entry : entries) entry.run().ifPresent(all::add);
        dropped.ifPresent(folder -> all.add(() -> delete(folder)));
        entries.clear();
        dropped = Optional.empty();
        closeAll(all);
    }

    /// Closes every one, whatever happens to the others; what failed hangs on one exception.
    private static void closeAll(List<Closeable> all) throws IOException {
        var failures = new IOException("not all runs could be closed");
        for (Closeable each : all)
            try {
                each.close();
            } catch (IOException | RuntimeException failed) {
                failures.addSuppressed(failed);
            }
        if (failures.getSuppressed().length > 0) throw failures;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList())
                Files.deleteIfExists(file);
        }
    }
}
