package treeline;

import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleBuilder;
import treeline.ensemble.Run;
import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.source.ReadReport;
import treeline.transform.Reduction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Many runs that were found. Each can be opened by itself; together they are an ensemble.
///
/// ```java
/// Treeline.openAll("runs/*.cali").ensemble().where("compiler = 'gcc'").speedup();
/// ```
public final class ManyRuns {
    private static final System.Logger LOG = System.getLogger("treeline");

    private final List<String> paths;
    private final Runs runs;
    private final Set<String> reported = new HashSet<>();

    private ManyRuns(List<String> paths, Runs runs) {
        this.paths = List.copyOf(paths);
        this.runs = runs;
    }

    static ManyRuns named(List<String> patterns) throws IOException {
        Runs runs = Runs.of(Formats.all());
        return new ManyRuns(runs.named(patterns), runs);
    }

    /// In the order in which they were named.
    public List<String> paths() {
        return paths;
    }

    public int size() {
        return paths.size();
    }

    /// Opens one of them.
    public OneRun open(int run) throws IOException {
        return Treeline.open(paths.get(run));
    }

    /// Reads all of them as one call tree with a value per run, the mean of ranks.
    public RunEnsemble ensemble() throws IOException {
        return ensemble(Reduction.MEAN);
    }

    /// Reads all of them as one call tree with a value per run.
    ///
    /// @param over how the ranks of a run become its one value
    public RunEnsemble ensemble(Reduction over) throws IOException {
        var builder = new EnsembleBuilder(over);
        var repeated = new AtomicBoolean();
        read(
                run -> {
                    builder.add(run);
                    if (run.repetitions().size() > 1) repeated.set(true);
                });
        Ensemble ensemble = builder.build();
        return RunEnsemble.of(ensemble, repeated.get() ? () -> samples(over) : () -> ensemble);
    }

    /// Repetitions within a run as runs of their own.
    private Ensemble samples(Reduction over) throws IOException {
        var builder = new EnsembleBuilder(over);
        read(run -> run.repetitions().forEach(builder::add));
        return builder.build();
    }

    private void read(Consumer<Run> next) throws IOException {
        try {
            runs.read(paths, outcome -> next.accept(run(outcome)));
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
    }

    private Run run(Runs.Outcome outcome) {
        Runs.Read read = outcome.orThrow();
        for (ReadReport.Entry entry : read.report().entries())
            if (entry.lossy() && reported.add(read.path() + entry))
                LOG.log(System.Logger.Level.WARNING, "{0}: {1}", read.path(), entry);
        return Run.of(read.path(), read.profile());
    }

    @Override
    public String toString() {
        return "%,d runs, from %s to %s".formatted(size(), paths.getFirst(), paths.getLast());
    }
}
