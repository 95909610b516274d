package treeline.formats;

import treeline.formats.ncu.KernelJoin;
import treeline.formats.ncu.NcuFormat;
import treeline.formats.thicket.ThicketFile;
import treeline.formats.thicket.ThicketFormat;
import treeline.model.Profile;
import treeline.model.RunList;
import treeline.source.Input;
import treeline.source.MalformedProfileException;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;

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

/// Reads many runs, of any mix of formats, on all cores. They are handed over in the order in which
/// they were named, a few are read ahead, and none is kept: memory holds what the caller keeps.
///
/// @param format the format of all runs; none means that each is recognised
/// @param slice what of each run is read
/// @param kernels what Nsight Compute measured of kernels in some runs: its report by the run's
///   path
public record Runs(
        Formats formats, Optional<String> format, Slice slice, Map<String, String> kernels) {
    private static final int READ_AHEAD = 4;

    public Runs {
        kernels = Map.copyOf(kernels);
    }

    public Runs(Formats formats, Optional<String> format, Slice slice) {
        this(formats, format, slice, Map.of());
    }

    /// A run that was named: read, or not, and then why.
    public sealed interface Outcome {
        /// What the run is called: the path of its file or directory.
        String path();
    }

    /// A run that was read.
    ///
    /// @param isPartial whether values of the run itself are missing, as in a file that was cut off
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
        return new Runs(formats, format, slice, reportOfRun);
    }

    /// The runs that files, folders and globs name, each once. Every match of a glob is a run, and
    /// so is every file of a folder, see [RunFolders]. A file that holds an ensemble stands for all
    /// of its runs, and `file.json#2` for one of those of Thicket.
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
            else for (Path file : input.files()) runs.add(file.toString());
        }
        return List.copyOf(runs);
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
            Input input = Input.of(path);
            if (isEnsemble(input))
                return ofEnsemble(path, ThicketFile.open(input.files().getFirst()));
            try (ProfileSource source = formats.openAny(path, format).source()) {
                Profile profile = source.load(slice);
                var run = new Read(path, profile, source.report(), source.report().isLossy());
                String report = kernels.get(path);
                return List.of(report == null ? run : withKernels(run, report));
            }
        } catch (IOException | MalformedProfileException unreadable) {
            return List.of(new Failed(path, unreadable));
        }
    }

    /// Whether it is a Thicket file of which no run was named.
    private boolean isEnsemble(Input input) throws IOException {
        if (!input.run().isEmpty() || input.files().size() != 1) return false;
        ProfileFormat known =
                format.isPresent() ? formats.format(format.get()) : formats.formatOf(input);
        return known instanceof ThicketFormat;
    }

    private static Read withKernels(Read run, String report) throws IOException {
        if (RunList.isIn(run.profile().metadata()))
            throw MalformedProfileException.of(
                    run.path(), "one run of these kernels", "an ensemble");
        try (ProfileSource source = new NcuFormat().open(Input.of(report))) {
            KernelJoin.Joined joined =
                    KernelJoin.joinStreamsTogether(run.profile(), source.load(Slice.summed()));
            var log = new ReadReport.Log();
            for (String kernel : joined.missing())
                log.lost("the run has no kernel of this name and range", report + ": " + kernel);
            for (String kernel : joined.ambiguous())
                log.lost("the run has a kernel at several nodes", report + ": " + kernel);
            return new Read(
                    run.path(), joined.profile(), run.report().and(log.report()), run.isPartial());
        }
    }

    /// Runs are called `file.json#name`, by which one alone can be opened; what was left out of the
    /// file is told with the first.
    private List<Outcome> ofEnsemble(String path, ThicketFile file) {
        List<Outcome> runs = new ArrayList<>();
        for (ThicketFile.Run run : file.runs())
            runs.add(
                    new Read(
                            file.runs().size() == 1 ? path : path + "#" + file.nameOf(run),
                            slice.of(run.profile()),
                            runs.isEmpty() ? file.report() : ReadReport.CLEAN,
                            file.report().isLossy()));
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
            throw new java.util.concurrent.CancellationException("reading was stopped");
        }
    }

    /// Reads the runs; the first that cannot be read ends it with its error.
    public List<Read> all(List<String> paths) throws IOException {
        List<Read> runs = new ArrayList<>();
        try {
            read(paths, outcome -> runs.add(orThrow(outcome)));
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
        return runs;
    }

    private static Read orThrow(Outcome outcome) {
        return switch (outcome) {
            case Read run -> run;
            case Failed(_, MalformedProfileException malformed) -> throw malformed;
            case Failed(_, IOException unreadable) -> throw new UncheckedIOException(unreadable);
            case Failed(String path, Exception other) ->
                    throw new IllegalStateException(path + " was not read", other);
        };
    }
}
