package treeline.dashboard.ensemble;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Status;
import treeline.dashboard.runs.Kept;
import treeline.dashboard.runs.OpenRuns;
import treeline.ensemble.Ensemble;
import treeline.formats.Formats;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.runs.input.EnsembleOptions;
import treeline.source.Selection;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The ensemble of the dashboard: one value per run, node and metric, read once by the reader of
/// `treeline ensemble`. Unreadable runs are skipped and reported.
///
/// A request selects runs by `runs=0-511,600`, indexes into [Ensemble#keys()]. Subsets keep the
/// tree of all runs, so that node numbers stay valid.
public final class OpenEnsemble {
    private static final int SUBSETS = 4;

    /// The ensemble as it was read.
    ///
    /// @param warnings about runs that were skipped or read in part
    /// @param partial the keys of the runs that were read in part
    public record Loaded(Ensemble ensemble, List<String> warnings, Set<String> partial) {
        public Loaded {
            warnings = List.copyOf(warnings);
            partial = Set.copyOf(partial);
        }
    }

    private final Formats formats;
    private final Optional<String> format;
    private final Supplier<List<String>> paths;
    private final Supplier<String> version;
    private final Optional<Path> archive;
    private final Optional<Loaded> inMemory;
    private final boolean first;
    private final Kept<String, Loaded> loaded = new Kept<>(1);
    private final Kept<String, Loaded> samples = new Kept<>(1);
    private final Kept<String, Ensemble> subsets = new Kept<>(SUBSETS);

    private OpenEnsemble(
            Formats formats,
            Optional<String> format,
            Supplier<List<String>> paths,
            Supplier<String> version,
            Optional<Path> archive,
            Optional<Loaded> inMemory,
            boolean first) {
        this.first = first;
        this.formats = formats;
        this.format = format;
        this.paths = paths;
        this.version = version;
        this.archive = archive;
        this.inMemory = inMemory;
    }

    /// The ensemble of a folder, pattern or archive.
    public static OpenEnsemble of(Formats formats, Optional<String> format, ServedPaths paths) {
        return new OpenEnsemble(
                formats,
                format,
                paths::runs,
                () -> "",
                paths.archive(),
                Optional.empty(),
                /* first= */ true);
    }

    /// The runs that are open in the dashboard, read again if one is added, removed or reloaded.
    public static OpenEnsemble of(OpenRuns runs) {
        return new OpenEnsemble(
                runs.formats(),
                Optional.empty(),
                () -> pathsOf(runs),
                () -> runs.version() + " " + pathsOf(runs),
                Optional.empty(),
                Optional.empty(),
                /* first= */ false);
    }

    /// An ensemble in memory.
    public static OpenEnsemble of(Ensemble ensemble) {
        return new OpenEnsemble(
                new Formats(List.of(), List.of()),
                Optional.empty(),
                ensemble::keys,
                () -> "",
                Optional.empty(),
                Optional.of(new Loaded(ensemble, List.of(), Set.of())),
                /* first= */ true);
    }

    private static List<String> pathsOf(OpenRuns runs) {
        return runs.entries().stream()
                .filter(entry -> entry.origin().isPresent() || entry.copy().isPresent())
                .flatMap(entry -> entry.run().stream())
                .map(run -> run.path())
                .toList();
    }

    /// The number of runs that were named, readable or not.
    public int size() {
        return paths.get().size();
    }

    List<String> paths() {
        return paths.get();
    }

    /// Whether the dashboard opens with these runs, and not with a single run.
    boolean isFirst() {
        return first;
    }

    public Optional<Path> archive() {
        return archive;
    }

    public Formats formats() {
        return formats;
    }

    public Optional<String> format() {
        return format;
    }

    /// Reads the runs, with progress, unless they are in memory.
    public Loaded load(Session session) throws IOException {
        if (inMemory.isPresent()) return inMemory.get();
        return loaded.get(version.get(), () -> read(session, /* eachRepetition= */ false));
    }

    public Ensemble all() throws IOException {
        return load(Session.SILENT).ensemble();
    }

    private Loaded read(Session session, boolean eachRepetition) throws IOException {
        if (size() == 0)
            throw new RefusedRequest(
                    Status.UNPROCESSABLE, "no runs are open", "open runs, or name a folder");
        List<String> warnings = new ArrayList<>();
        Set<String> partial = new HashSet<>();
        List<String> words = new ArrayList<>(List.of("--skip-unreadable"));
        format.ifPresent(name -> words.add("--format=" + name));
        words.add("--");
        words.addAll(paths.get());
        var options = new EnsembleOptions(() -> formats);
        Arguments arguments = options.signature("ensemble").parse("treeline", words);
        var collecting = new CollectingSession(session, warnings, partial);
        Ensemble ensemble =
                eachRepetition
                        ? options.samples(arguments, collecting)
                        : options.load(arguments, collecting);
        return new Loaded(ensemble, warnings, partial);
    }

    /// Passes progress on and collects warnings.
    private record CollectingSession(Session shown, List<String> warnings, Set<String> partial)
            implements Session {
        @Override
        public void partlyRead(List<String> paths) {
            partial.addAll(paths);
        }

        @Override
        public Task task(String name, long total) {
            return shown.task(name, total);
        }

        @Override
        public void say(String line) {
            shown.say(line);
        }

        @Override
        public void warn(String line) {
            warnings.add(line);
        }
    }

    /// The runs of the parameter `runs`, or all, over the tree of all.
    public Ensemble selected(RequestParameters question) throws IOException {
        Ensemble all = all();
        Selection runs = question.selection("runs", all.runs());
        if (runs.isAll()) return all;
        String key = version.get() + "\n" + question.maybe("runs").orElse("");
        return subsets.get(key, () -> all.chosen(indexes(runs, all.runs())));
    }

    private static int[] indexes(Selection runs, int size) {
        int[] chosen = java.util.stream.IntStream.range(0, size).filter(runs::contains).toArray();
        if (chosen.length == 0) throw RefusedRequest.wrong("no run is selected");
        return chosen;
    }

    /// The session in which a question is asked about these runs: nothing is read again, except
    /// repetitions within runs.
    Session session(Ensemble selected) {
        return new QuestionSession(selected);
    }

    private final class QuestionSession implements Session {
        private final Ensemble selected;

        QuestionSession(Ensemble selected) {
            this.selected = selected;
        }

        @Override
        public Ensemble ensemble(List<String> parameters, boolean eachRepetition, Reading reading)
                throws IOException {
            return eachRepetition ? samples(selected) : selected;
        }

        @Override
        public Task task(String name, long total) {
            return Task.UNSEEN;
        }

        @Override
        public void say(String line) {
            // answers contain their own warnings
        }
    }

    /// The repetitions of some runs, each as a run.
    Ensemble samples(Ensemble selected) throws IOException {
        if (inMemory.isPresent()) return selected;
        Ensemble each = samples.get(version.get(), () -> read(Session.SILENT, true)).ensemble();
        if (each.runs() == all().runs()) return selected;
        var keys = new HashSet<>(selected.keys());
        return each.withRuns(run -> keys.contains(runOf(each.keys().get(run), keys)));
    }

    /// The run of a repetition, which is called `run#0`.
    private static String runOf(String key, Set<String> runs) {
        int mark = key.lastIndexOf('#');
        return runs.contains(key) || mark < 0 ? key : key.substring(0, mark);
    }
}
