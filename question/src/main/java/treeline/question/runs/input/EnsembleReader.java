package treeline.question.runs.input;

import treeline.aggregate.Engine;
import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleBuilder;
import treeline.ensemble.Run;
import treeline.formats.Runs;
import treeline.question.input.Session;
import treeline.runs.RunCopies;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.transform.Reduction;
import treeline.view.Quantity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Reads the runs of an ensemble, on this machine or on a cluster, and warns about runs that are
/// omitted or were read in part.
///
/// Each run is reduced to one value per node and metric, see [ReducedRuns]. Memory holds the
/// ensemble and the runs that [Runs] reads ahead, not all files.
///
/// @param over the reduction of the ranks and threads of a run to one value
/// @param eachRepetition whether each repetition within a run is a run
/// @param skip whether unreadable runs are omitted
/// @param skipIncomplete whether runs that were read in part are omitted
record EnsembleReader(
        Reduction over,
        boolean eachRepetition,
        boolean skip,
        boolean skipIncomplete,
        Session session) {

    /// Reads runs on this machine.
    Ensemble of(List<String> paths, Runs runs) throws IOException {
        var builder = new EnsembleBuilder(over);
        List<RunBatch.ReadStatus> all = new ArrayList<>();
        var copies = new RunCopies();
        try (Session.Task progress = progress(paths)) {
            runs.loadedBy(new ReducedRuns(over, eachRepetition))
                    .read(
                            paths,
                            outcome -> {
                                var status = RunBatch.ReadStatus.of(outcome, outcome.path());
                                if (outcome instanceof Runs.Read read
                                        && !(status.isPartial() && skipIncomplete)) {
                                    copies.add(read.path(), read.profile());
                                    RunBatch.add(
                                            Run.of(read.path(), read.profile()),
                                            eachRepetition,
                                            builder);
                                }
                                if (status.failure() != null) omit(status.failure());
                                else all.add(status);
                                progress.advance(1);
                            });
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        } catch (OutOfMemoryError full) {
            throw tooLarge(full);
        }
        report(all);
        copies.warning().ifPresent(session::warn);
        return built(builder, paths);
    }

    /// Reads runs on a cluster.
    Ensemble of(List<String> paths, Optional<String> format, Engine cluster) throws IOException {
        var all =
                new RunBatch(
                        paths,
                        Path.of("").toAbsolutePath().toString(),
                        format.orElse(""),
                        over,
                        eachRepetition,
                        skipIncomplete);
        var builder = new EnsembleBuilder(over);
        List<RunBatch.ReadStatus> read = new ArrayList<>();
        try (Session.Task progress = progress(paths)) {
            cluster.map(
                    all.parts(),
                    batch -> {
                        batch.addTo(builder);
                        for (RunBatch.ReadStatus status : batch.statuses())
                            if (status.failure() != null) omit(status.failure());
                            else read.add(status);
                        progress.advance(batch.statuses().size());
                    });
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
        report(read);
        return built(builder, paths);
    }

    private Session.Task progress(List<String> paths) {
        return session.task("reading %d runs".formatted(paths.size()), paths.size());
    }

    private static IOException tooLarge(OutOfMemoryError full) {
        return new IOException(
                ("the ensemble, with one value per run, node and metric, does not fit into %s of"
                     + " memory; set TREELINE_OPTS=-Xmx16g, or read them on a cluster with"
                     + " --engine")
                        .formatted(Quantity.bytes(Runtime.getRuntime().maxMemory())),
                full);
    }

    private static Ensemble built(EnsembleBuilder builder, List<String> paths) {
        if (builder.runs() == 0)
            throw new IllegalArgumentException(
                    "none of the %d runs can be read".formatted(paths.size()));
        return builder.build();
    }

    /// One warning per reason, however many runs it concerns.
    private void report(List<RunBatch.ReadStatus> runs) {
        ReadReport reports = ReadReport.CLEAN;
        List<String> partial = new ArrayList<>();
        for (RunBatch.ReadStatus run : runs) {
            reports = reports.and(run.report().inFile(run.path()));
            if (run.isPartial()) partial.add(run.path());
        }
        for (ReadReport.Entry entry : reports.entries())
            if (entry.lossy()) session.warn("values are missing: " + entry);
        if (partial.isEmpty()) return;
        if (!skipIncomplete) session.partlyRead(partial);
        String which =
                partial.size() == 1
                        ? partial.getFirst()
                        : String.format(
                                Locale.ROOT,
                                "%,d runs (first: %s)",
                                partial.size(),
                                partial.getFirst());
        session.warn(
                skipIncomplete
                        ? "skipped, because only partly read: " + which
                        : "only partly read; --skip-incomplete skips: " + which);
    }

    /// Omits a run with a warning if the user allowed it; otherwise reading ends here.
    private void omit(Exception failure) {
        if (skip) session.warn("skipped: " + failure.getMessage());
        else
            switch (failure) {
                case MalformedProfileException malformed -> throw malformed;
                case IOException unreadable -> throw new UncheckedIOException(unreadable);
                default -> throw new IllegalStateException(failure);
            }
    }
}
