package treeline.dashboard.runs;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Status;
import treeline.formats.Formats;
import treeline.formats.Opened;
import treeline.formats.Problem;
import treeline.pattern.UserPattern;
import treeline.source.files.MalformedProfileException;
import treeline.text.NaturalOrder;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The runs of the dashboard. Runs that cannot be opened stay in the list with the reason.
public final class OpenRuns implements Closeable {
    private static final int MAX_RUNS = 1_000;

    /// A run in the list, open or not.
    ///
    /// @param path as given by the user
    /// @param problem why the run could not be opened, or empty
    /// @param copy the folder of an uploaded run, which can be removed
    /// @param removed whether it was removed; its number is not reused
    /// @param origin the file, if the run can be reopened
    public record Entry(
            String path,
            Optional<OpenRun> run,
            String problem,
            Optional<Path> copy,
            boolean removed,
            Optional<Origin> origin) {
        public Entry asRemoved() {
            return new Entry(
                    path, Optional.empty(), "the run was removed", copy, true, Optional.empty());
        }

        /// Whether the file was replaced or rewritten since it was opened. A file that is missing
        /// is not: it may be on its way.
        public boolean isChanged() {
            return origin.flatMap(Origin::stamp)
                    .map(then -> FileStamp.of(path).filter(now -> !now.equals(then)).isPresent())
                    .orElse(false);
        }

        public int version() {
            return origin.map(Origin::version).orElse(0);
        }

        /// Whether the run was opened from the newest snapshot of a recording that is not finished.
        public boolean isRecording() {
            return origin.flatMap(Origin::stamp)
                    .map(FileStamp::isUnfinishedRecording)
                    .orElse(false);
        }

        /// The time since the values that are shown were written; empty for a run in memory.
        public Optional<Duration> age() {
            return origin.flatMap(Origin::stamp)
                    .map(then -> Duration.between(then.newest().toInstant(), Instant.now()));
        }
    }

    /// How a run was opened.
    ///
    /// @param format the name of its format, or empty to detect it
    /// @param stamp of the file before it was opened
    /// @param version the number of times it was opened before
    public record Origin(Optional<String> format, Optional<FileStamp> stamp, int version) {}

    /// A run in the list.
    ///
    /// @param id its permanent number in requests
    /// @param name its unique display name
    public record Listed(int id, String name, Entry entry) {}

    private final Formats formats;
    private final List<UserPattern> waiting;
    private final List<Entry> entries = new ArrayList<>();
    private final RequestedRuns requested;
    private final List<Path> sourceRoots = new ArrayList<>();
    private volatile ServedNames served = new ServedNames(List.of());
    private Optional<Path> dropped = Optional.empty();

    public OpenRuns(Formats formats) {
        this(formats, List.of());
    }

    /// @param waiting names of frames that wait, beside those that are known
    public OpenRuns(Formats formats, List<UserPattern> waiting) {
        this.formats = formats;
        this.waiting = List.copyOf(waiting);
        this.requested = new RequestedRuns(this, this.waiting);
    }

    /// Source files below these directories may be shown.
    public void addSourceRoot(Path directory) {
        if (!Files.isDirectory(directory))
            throw new IllegalArgumentException(
                    "%s is not a directory of source files".formatted(directory));
        synchronized (this) {
            sourceRoots.add(directory);
        }
    }

    public synchronized List<Path> sourceRoots() {
        return List.copyOf(sourceRoots);
    }

    public Formats formats() {
        return formats;
    }

    /// Opens a file, directory or pattern.
    ///
    /// @param format the name of its format, or empty to recognise it
    /// @return why it could not be opened, empty if it was
    public String open(String path, Optional<String> format) {
        Entry entry = entry(path, format, 0);
        add(entry);
        return entry.problem();
    }

    /// Opens a run that belongs to the ensemble that is served.
    ///
    /// @return its number
    /// @throws RefusedRequest if it cannot be opened, or too many runs are open
    public int openOrRefuse(String path, Optional<String> format) {
        if (entries().size() >= MAX_RUNS)
            throw new RefusedRequest(
                    Status.UNPROCESSABLE, "too many runs are open", "restart 'treeline serve'");
        Entry entry = entry(path, format, 0);
        if (entry.run().isEmpty())
            throw new RefusedRequest(
                    Status.UNPROCESSABLE, entry.problem(), "it can be compared, but not opened");
        return add(entry);
    }

    private Entry entry(String path, Optional<String> format, int version) {
        var origin = Optional.of(new Origin(format, FileStamp.of(path), version));
        try {
            var run = Optional.of(opened(path, format));
            return new Entry(path, run, "", Optional.empty(), false, origin);
        } catch (IOException | IllegalArgumentException | MalformedProfileException failed) {
            String problem = Problem.of(failed).message();
            return new Entry(path, Optional.empty(), problem, Optional.empty(), false, origin);
        }
    }

    /// Opens a run again whose file was replaced. If that fails, the run stays as it was, so that
    /// it can be tried again when the file is complete.
    public void reload(int id) throws IOException {
        Entry old = entries().get(id);
        if (old.origin().isEmpty())
            throw new RefusedRequest(
                    Status.UNPROCESSABLE,
                    "only a run that was opened from a file can be reloaded",
                    "open it again");
        Entry fresh = entry(old.path(), old.origin().get().format(), old.version() + 1);
        if (fresh.run().isEmpty())
            throw new RefusedRequest(
                    Status.UNPROCESSABLE, fresh.problem(), "try again when the file is complete");
        synchronized (this) {
            entries.set(id, fresh);
        }
        if (old.run().isPresent()) old.run().get().close();
    }

    /// The open runs that a parameter of a request names: one run, or the members of a group.
    public List<Listed> named(RequestParameters question, String parameter) {
        Optional<RunGroup> group = group(question, parameter);
        if (group.isPresent()) return group.get().members();
        int id = question.index(parameter, entries().size());
        return listed().stream().filter(each -> each.id() == id).toList();
    }

    /// Refuses a request about a file that was replaced.
    ///
    /// @throws RefusedRequest if the file of a run that a parameter names was replaced since it was
    ///   opened
    public void requireUnchanged(RequestParameters question, String parameter) {
        named(question, parameter).forEach(each -> requireUnchanged(each.id()));
    }

    private void requireUnchanged(int id) {
        Entry entry = entries().get(id);
        if (entry.isChanged())
            throw new RefusedRequest(
                    Status.UNPROCESSABLE,
                    "%s was replaced after it was opened".formatted(entry.path()),
                    "reload it");
    }

    /// Changes whenever a run is reloaded.
    public int version() {
        return entries().stream().mapToInt(Entry::version).sum();
    }

    private OpenRun opened(String path, Optional<String> formatName) throws IOException {
        Opened opened = formats.open(path, formatName);
        return new OpenRun(path, opened.format().name(), opened.source(), waiting);
    }

    /// Shows a run that is in memory already.
    public void add(OpenRun run) {
        add(new Entry(run.path(), Optional.of(run), "", Optional.empty(), false, Optional.empty()));
    }

    private synchronized int add(Entry entry) {
        entries.add(entry);
        return entries.size() - 1;
    }

    /// By their numbers, those that were removed too.
    public synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    /// Those that are there, in the order in which people count: 1, 8, 27, 125.
    public List<Listed> listed() {
        List<Entry> all = entries();
        int[] ids = IntStream.range(0, all.size()).filter(id -> !all.get(id).removed()).toArray();
        List<String> names =
                served.names(Arrays.stream(ids).mapToObj(id -> all.get(id).path()).toList());
        return IntStream.range(0, ids.length)
                .mapToObj(at -> new Listed(ids[at], names.get(at), all.get(ids[at])))
                .sorted(Comparator.comparing(Listed::name, NaturalOrder.NATURAL))
                .toList();
    }

    /// Names runs as if these were open, too: the name of a run does not change when another one is
    /// opened.
    public void nameAmong(List<String> paths) {
        served = new ServedNames(paths);
    }

    /// The path of a run that [#nameAmong] was told, by its name.
    public Optional<String> pathOf(String name) {
        return served.path(name);
    }

    /// How many opened.
    public int opened() {
        return (int) entries().stream().filter(entry -> entry.run().isPresent()).count();
    }

    /// The run that a parameter of a request names; of a group it is the mean. If the request has a
    /// time interval, the run it is about is restricted to it.
    public OpenRun run(RequestParameters question, String parameter) {
        return requested.run(question, parameter);
    }

    /// An open run, with the metrics that the request defines.
    public OpenRun run(RequestParameters question, int id) {
        return requested.run(question, id);
    }

    /// The group that a parameter of a request names; empty if it names a run.
    public Optional<RunGroup> group(RequestParameters question, String parameter) {
        return requested.group(question, parameter);
    }

    public OpenRun run(int id) {
        Entry entry = entries().get(id);
        return entry.run()
                .orElseThrow(
                        () ->
                                new RefusedRequest(
                                        Status.UNPROCESSABLE,
                                        entry.problem(),
                                        "choose another run"));
    }

    /// Stores what is dropped on the page.
    ///
    /// @param name as the browser tells it; only its harmless characters are used
    /// @param body writes to the path that it is given, a file or a folder
    public Upload receive(String name, Upload.Body body) throws IOException {
        if (entries().size() >= MAX_RUNS)
            throw new RefusedRequest(
                    Status.UNPROCESSABLE, "too many runs are open", "restart 'treeline serve'");
        Path folder = Files.createTempDirectory(droppedFolder(), "file");
        var upload = new Upload(name, folder, folder.resolve(Upload.harmless(RunNames.last(name))));
        return orDiscard(
                upload,
                () -> {
                    body.writeTo(upload.file());
                    return upload;
                });
    }

    /// Opens what was received as a new run. The copy is deleted when the run is removed or all is
    /// closed.
    ///
    /// @return the number of the run
    public int open(Upload upload) throws IOException {
        return orDiscard(
                upload,
                () -> {
                    OpenRun run = opened(upload.file().toString(), Optional.empty());
                    var copy = Optional.of(upload.folder());
                    return add(
                            new Entry(
                                    upload.name(),
                                    Optional.of(run),
                                    "",
                                    copy,
                                    false,
                                    Optional.empty()));
                });
    }

    private static <T> T orDiscard(Upload upload, Kept.Making<T> step) throws IOException {
        try {
            return step.make();
        } catch (RefusedRequest refused) {
            upload.discard();
            throw refused;
        } catch (IOException | RuntimeException failed) {
            upload.discard();
            throw upload.notOpened(failed);
        }
    }

    /// Takes a run that was dropped out of the list, and deletes its copy.
    public void remove(int id) throws IOException {
        Entry entry;
        synchronized (this) {
            entry = entries.get(id);
            if (entry.copy().isEmpty() || entry.removed())
                throw new RefusedRequest(
                        Status.UNPROCESSABLE,
                        "only a run that was dropped on the page can be removed",
                        "start 'treeline serve' without it");
            entries.set(id, entry.asRemoved());
        }
        if (entry.run().isPresent()) entry.run().get().close();
        Upload.delete(entry.copy().get());
    }

    private synchronized Path droppedFolder() throws IOException {
        if (dropped.isEmpty()) dropped = Optional.of(Files.createTempDirectory("treeline-dropped"));
        return dropped.get();
    }

    @Override
    public synchronized void close() throws IOException {
        List<Closeable> all = new ArrayList<>();
        for (Entry entry : entries) entry.run().ifPresent(all::add);
        dropped.ifPresent(folder -> all.add(() -> Upload.delete(folder)));
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
}
