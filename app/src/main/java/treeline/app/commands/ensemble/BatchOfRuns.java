package treeline.app.commands.ensemble;

import org.jspecify.annotations.Nullable;

import treeline.aggregate.Engine;
import treeline.ensemble.EnsembleBuilder;
import treeline.ensemble.Run;
import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.model.Metadata;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.store.db.DatabaseExporter;
import treeline.store.db.DatabaseFormat;
import treeline.store.db.DatabaseSource;
import treeline.transform.Reduction;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Some runs of an ensemble, read on a machine of a cluster. What comes back is the ensemble of
/// these runs, which is much smaller than their files, and what there is to say of each.
///
/// @param paths as the user named them, by which runs are called
/// @param folder the user's, from which relative paths count
/// @param format the name of the format, empty where each is recognised
/// @param eachRepetition whether repetitions are runs of their own
/// @param skipIncomplete whether a run that was read in part is left out
record BatchOfRuns(
        List<String> paths,
        String folder,
        String format,
        Reduction over,
        boolean eachRepetition,
        boolean skipIncomplete)
        implements Engine.Task<BatchOfRuns.Result> {

    /// So many runs are one task.
    private static final int USUAL_RUNS = 64;

    /// At least so many tasks, where there are runs for them: all machines have something to do.
    private static final int LEAST_TASKS = 32;

    /// What there is to say of a run.
    ///
    /// @param failure why it could not be read, null if it was
    record Said(
            String path, ReadReport report, boolean isPartial, @Nullable Exception failure)
            implements Serializable {

        static Said of(Runs.Outcome outcome, String name) {
            return switch (outcome) {
                case Runs.Failed failed -> new Said(name, ReadReport.CLEAN, false, failed.reason());
                case Runs.Read read -> new Said(name, read.report(), read.isPartial(), null);
            };
        }
    }

    /// The runs that were read.
    static final class Result implements Serializable {
        private static final long serialVersionUID = 1;
        private final List<Said> said;
        private final byte[] database;

        private Result(List<Said> said, byte[] database) {
            this.said = List.copyOf(said);
            this.database = database;
        }

        List<Said> said() {
            return said;
        }

        /// Adds the runs to an ensemble.
        void addTo(EnsembleBuilder builder) {
            if (database.length == 0) return;
            try (DatabaseSource source = DatabaseFormat.open("runs of a cluster", database)) {
                builder.add(new Run("runs", Metadata.NONE, source.load(Slice.everything())));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
    }

    /// Cuts a list of runs into tasks.
    List<BatchOfRuns> parts() {
        int each = Math.clamp(Math.ceilDiv(paths.size(), LEAST_TASKS), 1, USUAL_RUNS);
        List<BatchOfRuns> parts = new ArrayList<>();
        for (int from = 0; from < paths.size(); from += each)
            parts.add(
                    new BatchOfRuns(
                            List.copyOf(
                                    paths.subList(from, Math.min(paths.size(), from + each))),
                            folder,
                            format,
                            over,
                            eachRepetition,
                            skipIncomplete));
        return parts;
    }

    @Override
    public Result run() {
        var builder = new EnsembleBuilder(over);
        List<Said> said = new ArrayList<>();
        var runs =
                new Runs(
                        Formats.all(),
                        Optional.of(format).filter(name -> !name.isEmpty()),
                        Slice.summed());
        for (String path : paths) {
            String there = Path.of(folder).resolve(path).toString();
            runs.read(
                    List.of(there),
                    outcome -> said.add(added(outcome, named(outcome, there, path), builder)));
        }
        return new Result(
                said,
                builder.runs() == 0
                        ? new byte[0]
                        : new DatabaseExporter().bytes(builder.build().saved()));
    }

    /// A run is called by what the user wrote; one of several in a file has a mark behind it.
    private static String named(Runs.Outcome outcome, String there, String path) {
        return outcome.path().startsWith(there)
                ? path + outcome.path().substring(there.length())
                : outcome.path();
    }

    private Said added(Runs.Outcome outcome, String name, EnsembleBuilder builder) {
        Said said = Said.of(outcome, name);
        if (outcome instanceof Runs.Read read && !(said.isPartial() && skipIncomplete))
            add(Run.of(name, read.profile()), eachRepetition, builder);
        return said;
    }

    static void add(Run run, boolean eachRepetition, EnsembleBuilder builder) {
        (eachRepetition ? run.repetitions() : List.of(run)).forEach(builder::add);
    }
}
