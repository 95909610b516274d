package treeline.question.runs.input;

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

/// A task that reads some runs of an ensemble on one machine of a cluster. Its result is the
/// ensemble of these runs, which is much smaller than their files, and a read status per run.
///
/// @param paths as the user wrote them; runs are named by them
/// @param folder the user's working directory, to which relative paths refer
/// @param format the name of the format, or empty to detect the format of each run
/// @param eachRepetition whether each repetition within a run is a run
/// @param skipIncomplete whether runs that were read in part are omitted
record RunBatch(
        List<String> paths,
        String folder,
        String format,
        Reduction over,
        boolean eachRepetition,
        boolean skipIncomplete)
        implements Engine.Task<RunBatch.Result> {

    /// Runs per task: opening 64 files takes much longer than scheduling a task.
    private static final int MAX_RUNS = 64;

    /// Fewer tasks than that would leave machines of a small cluster idle.
    private static final int MIN_TASKS = 32;

    /// The read status of a run.
    ///
    /// @param failure the reason why the run could not be read, or null if it was read
    record ReadStatus(
            String path, ReadReport report, boolean isPartial, @Nullable Exception failure)
            implements Serializable {

        static ReadStatus of(Runs.Outcome outcome, String name) {
            return switch (outcome) {
                case Runs.Failed failed ->
                        new ReadStatus(name, ReadReport.CLEAN, false, failed.reason());
                case Runs.Read read -> new ReadStatus(name, read.report(), read.isPartial(), null);
            };
        }
    }

    /// The runs that were read.
    static final class Result implements Serializable {
        private static final long serialVersionUID = 1;
        private final List<ReadStatus> statuses;
        private final byte[] database;

        private Result(List<ReadStatus> statuses, byte[] database) {
            this.statuses = List.copyOf(statuses);
            this.database = database;
        }

        List<ReadStatus> statuses() {
            return statuses;
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

    /// The same runs as several tasks.
    List<RunBatch> parts() {
        int each = Math.clamp(Math.ceilDiv(paths.size(), MIN_TASKS), 1, MAX_RUNS);
        List<RunBatch> parts = new ArrayList<>();
        for (int from = 0; from < paths.size(); from += each)
            parts.add(
                    new RunBatch(
                            List.copyOf(paths.subList(from, Math.min(paths.size(), from + each))),
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
        List<ReadStatus> statuses = new ArrayList<>();
        var runs =
                new Runs(
                                Formats.all(),
                                Optional.of(format).filter(name -> !name.isEmpty()),
                                Slice.summed())
                        .loadedBy(new ReducedRuns(over, eachRepetition));
        for (String path : paths) {
            String there = Path.of(folder).resolve(path).toString();
            runs.read(
                    List.of(there),
                    outcome -> statuses.add(added(outcome, named(outcome, there, path), builder)));
        }
        return new Result(
                statuses,
                builder.runs() == 0
                        ? new byte[0]
                        : new DatabaseExporter().bytes(builder.build().saved()));
    }

    /// The name of a run: its path as the user wrote it, and a suffix if the file has several runs.
    private static String named(Runs.Outcome outcome, String there, String path) {
        return outcome.path().startsWith(there)
                ? path + outcome.path().substring(there.length())
                : outcome.path();
    }

    private ReadStatus added(Runs.Outcome outcome, String name, EnsembleBuilder builder) {
        ReadStatus status = ReadStatus.of(outcome, name);
        if (outcome instanceof Runs.Read read && !(status.isPartial() && skipIncomplete))
            add(Run.of(name, read.profile()), eachRepetition, builder);
        return status;
    }

    static void add(Run run, boolean eachRepetition, EnsembleBuilder builder) {
        (eachRepetition ? run.repetitions() : List.of(run)).forEach(builder::add);
    }
}
