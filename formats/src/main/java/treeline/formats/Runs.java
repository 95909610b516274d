package treeline.formats;

import treeline.formats.chrometrace.ChromeTraceFormat;
import treeline.formats.ncu.KernelJoin;
import treeline.formats.ncu.NcuFormat;
import treeline.model.Profile;
import treeline.source.HeldRuns;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// Reader of many runs of any mix of formats, on all cores. Runs are delivered in the given order,
/// [#readAhead] are read ahead, and none is retained.
///
/// @param format of all runs; if empty, each is detected
/// @param slice the part of each run to read
/// @param kernels Nsight Compute reports by the path of the run they belong to
public record Runs(
        Formats formats,
        Optional<String> format,
        Slice slice,
        Loader loader,
        Map<String, String> kernels) {
    private static final int READ_AHEAD = 4;

    public Runs {
        kernels = Map.copyOf(kernels);
    }

    public Runs(Formats formats, Optional<String> format, Slice slice) {
        this(formats, format, slice, ProfileSource::load, Map.of());
    }

    /// How a run is brought into memory. Called by several threads at once.
    @FunctionalInterface
    public interface Loader {
        Profile load(ProfileSource source, Slice slice) throws IOException;
    }

    /// The outcome for a named run: read, or failed with a reason.
    public sealed interface Outcome {
        /// What the run is called: the path of its file or directory.
        String path();

        /// The run, or why there is none as an exception; [IOException] is wrapped.
        default Read orThrow() {
            return switch (this) {
                case Read run -> run;
                case Failed(_, MalformedProfileException malformed) -> throw malformed;
                case Failed(_, IOException unreadable) ->
                        throw new UncheckedIOException(unreadable);
                case Failed(String path, Exception other) ->
                        throw new IllegalStateException(path + " was not read", other);
            };
        }
    }

    /// A run that was read.
    ///
    /// @param isPartial whether values of the run are missing, as in a truncated file
    public record Read(String path, Profile profile, ReadReport report, boolean isPartial)
            implements Outcome {}

    /// A run that could not be read.
    ///
    /// @param reason an [IOException] or a [MalformedProfileException]
    public record Failed(String path, Exception reason) implements Outcome {}

    /// The values of all metrics, iterations of loops summed.
    public static Runs of(Formats formats) {
        return new Runs(formats, Optional.empty(), Slice.summed());
    }

    /// The same with the metrics of kernels, called `ncu.` and their name, at the nodes of their
    /// NVTX ranges and names in the run of a path.
    public Runs withKernels(Map<String, String> reportOfRun) {
        return new Runs(formats, format, slice, loader, reportOfRun);
    }

    /// The same, loaded in another way. Runs with kernels are loaded whole.
    public Runs loadedBy(Loader other) {
        return new Runs(formats, format, slice, other, kernels);
    }

    /// The runs that files, folders and globs name, each once. Every match of a glob is a run,
    /// unless they are traces of the ranks of one job, and so is every file of a folder, see
    /// [RunFolders]. A file that holds an ensemble stands for all of its runs, and `file.json#2`
    /// for one of those of Thicket.
    ///
    /// @throws IOException where nothing is there
    /// @throws MalformedProfileException where a folder has no files
    public List<String> named(List<String> pathsOrGlobs) throws IOException {
        var folders = new RunFolders(format.map(formats::format), formats.readable());
        Set<String> runs = new LinkedHashSet<>();
        for (String each : pathsOrGlobs) {
            Input input = Input.of(each);
            if (Files.isRegularFile(input.root())) runs.add(each);
            else if (Files.isDirectory(input.root()) && Files.exists(Path.of(each)))
                runs.addAll(folders.runsOf(input));
            else if (isJob(input)) runs.add(each);
            else for (Path file : input.files()) runs.add(file.toString());
        }
        return List.copyOf(runs);
    }

    /// Whether a path is one run: a file, a profile folder, or a folder or glob whose files state
    /// that they are ranks of one run.
    ///
    /// @throws IOException where nothing is there
    public boolean isOneRun(String pathOrGlob) throws IOException {
        Input input = Input.of(pathOrGlob);
        if (Files.isRegularFile(input.root())) return true;
        if (Files.isDirectory(input.root()) && Files.exists(Path.of(pathOrGlob)))
            return named(List.of(pathOrGlob)).equals(List.of(input.name()));
        var folders = new RunFolders(format.map(formats::format), formats.readable());
        return isJob(input) || folders.areRanks(input);
    }

    private boolean isJob(Input input) throws IOException {
        var traces = new ChromeTraceFormat();
        boolean mayBe = format.map(traces.name()::equals).orElse(true);
        return mayBe && ChromeTraceFormat.isJob(input);
    }

    /// How many runs are in memory at once at most: those of all threads, and those that wait.
    public static int readAhead() {
        return Runtime.getRuntime().availableProcessors() * (READ_AHEAD + 1);
    }

    /// Reads the runs and hands each over on the calling thread.
    public void read(List<String> paths, Consumer<Outcome> next) {
        int threads = Runtime.getRuntime().availableProcessors();
        Queue<Future<List<Outcome>>> ahead = new ArrayDeque<>();
        ExecutorService readers = Executors.newFixedThreadPool(threads, Runs::daemon);
        try {
            for (String path : paths) {
                Callable<List<Outcome>> reading = () -> read(path);
                ahead.add(readers.submit(reading));
                if (ahead.size() > threads * READ_AHEAD) done(ahead.remove()).forEach(next);
            }
            while (!ahead.isEmpty()) done(ahead.remove()).forEach(next);
        } finally {
            readers.shutdownNow();
        }
    }

    private static Thread daemon(Runnable reading) {
        return Thread.ofPlatform().daemon().name("run-reader").unstarted(reading);
    }

    /// The run of a path, or all runs of a file or folder that holds several.
    private List<Outcome> read(String path) {
        try {
            FormatDetection.Found found = formats.found(path, format);
            Optional<HeldRuns> several =
                    found.input().run().isEmpty()
                            ? found.format().runs(found.input())
                            : Optional.empty();
            return several.isPresent()
                    ? held(path, several.get())
                    : List.of(one(path, formats.opened(found)));
        } catch (IOException | MalformedProfileException unreadable) {
            return List.of(new Failed(path, unreadable));
        }
    }

    private Read one(String path, Opened opened) throws IOException {
        try (ProfileSource source = opened.source()) {
            String report = kernels.get(path);
            if (report != null && opened.isEnsemble())
                throw MalformedProfileException.of(path, "one run of these kernels", "an ensemble");
            Profile profile = report == null ? loader.load(source, slice) : source.load(slice);
            var run = new Read(path, profile, source.report(), source.report().isLossy());
            return report == null ? run : withKernels(run, report);
        }
    }

    private static Read withKernels(Read run, String report) throws IOException {
        try (ProfileSource source = new NcuFormat().open(Input.of(report))) {
            KernelJoin.Joined joined = KernelJoin.join(run.profile(), source.load(Slice.summed()));
            var log = new ReadReport.Log();
            for (String kernel : joined.missing())
                log.lost("the run has no kernel with this name and range", report + ": " + kernel);
            for (String kernel : joined.ambiguous())
                log.lost("the run has a kernel at several nodes", report + ": " + kernel);
            return new Read(
                    run.path(), joined.profile(), run.report().and(log.report()), run.isPartial());
        }
    }

    /// Runs are called `file.json#name`, by which one alone can be opened; what was left out of the
    /// file is said with the first.
    private List<Outcome> held(String path, HeldRuns held) throws IOException {
        List<Outcome> runs = new ArrayList<>();
        for (HeldRuns.Held run : held.runs())
            try (ProfileSource source = run.source()) {
                Profile profile = loader.load(source, slice);
                ReadReport own = source.report();
                runs.add(
                        new Read(
                                held.runs().size() == 1 ? path : path + "#" + run.name(),
                                profile,
                                runs.isEmpty() ? held.report().and(own) : own,
                                held.report().isLossy() || own.isLossy()));
            }
        return runs;
    }

    private static List<Outcome> done(Future<List<Outcome>> reading) {
        try {
            return reading.get();
        } catch (ExecutionException mistake) {
            if (mistake.getCause() instanceof RuntimeException cause) throw cause;
            if (mistake.getCause() instanceof Error cause) throw cause;
            throw new IllegalStateException(mistake.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new java.util.concurrent.CancellationException("reading was interrupted");
        }
    }

    /// Reads the runs; the first that cannot be read ends it with its error.
    public List<Read> all(List<String> paths) throws IOException {
        List<Read> runs = new ArrayList<>();
        try {
            read(paths, outcome -> runs.add(outcome.orThrow()));
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
        return runs;
    }
}
