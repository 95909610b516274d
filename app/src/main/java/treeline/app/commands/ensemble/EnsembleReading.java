package treeline.app.commands.ensemble;

import treeline.aggregate.Engine;
import treeline.app.commands.output.Notes;
import treeline.app.terminal.Console;
import treeline.app.terminal.Progress;
import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleBuilder;
import treeline.ensemble.Run;
import treeline.formats.Runs;
import treeline.model.RunCopies;
import treeline.source.MalformedProfileException;
import treeline.source.ReadReport;
import treeline.transform.Reduction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the runs of an ensemble, on this machine or on a cluster, and says what there is to say of
/// each.
///
/// @param over how the ranks and threads of a run become its one value
/// @param eachRepetition whether repetitions are runs of their own
/// @param skip whether what cannot be read is left out
/// @param skipIncomplete whether what was read in part is left out
record EnsembleReading(
        Reduction over,
        boolean eachRepetition,
        boolean skip,
        boolean skipIncomplete,
        Console console) {

    /// Reads runs on this machine.
    Ensemble of(List<String> paths, Runs runs) throws IOException {
        var builder = new EnsembleBuilder(over);
        List<BatchOfRuns.Said> all = new ArrayList<>();
        var copies = new RunCopies();
        try (Progress progress = progress(paths)) {
            runs.read(
                    paths,
                    outcome -> {
                        var said = BatchOfRuns.Said.of(outcome, outcome.path());
                        if (outcome instanceof Runs.Read read
                                && !(said.isPartial() && skipIncomplete)) {
                            copies.add(read.path(), read.profile());
                            BatchOfRuns.add(
                                    Run.of(read.path(), read.profile()), eachRepetition, builder);
                        }
                        if (said.failure() != null) leaveOut(said.failure());
                        else all.add(said);
                        progress.advance(1);
                    });
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
        report(all);
        copies.warning().ifPresent(console::warn);
        return built(builder, paths);
    }

    /// Lets a cluster read them.
    Ensemble of(List<String> paths, Optional<String> format, Engine cluster) throws IOException {
        var all =
                new BatchOfRuns(
                        paths,
                        Path.of("").toAbsolutePath().toString(),
                        format.orElse(""),
                        over,
                        eachRepetition,
                        skipIncomplete);
        var builder = new EnsembleBuilder(over);
        List<BatchOfRuns.Said> read = new ArrayList<>();
        try (Progress progress = progress(paths)) {
            cluster.map(
                    all.parts(),
                    batch -> {
                        batch.addTo(builder);
                        for (BatchOfRuns.Said said : batch.said())
                            if (said.failure() != null) leaveOut(said.failure());
                            else read.add(said);
                        progress.advance(batch.said().size());
                    });
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
        report(read);
        return built(builder, paths);
    }

    private Progress progress(List<String> paths) {
        return Progress.of(console, "reading %d runs".formatted(paths.size()), paths.size());
    }

    private static Ensemble built(EnsembleBuilder builder, List<String> paths) {
        if (builder.runs() == 0)
            throw new IllegalArgumentException(
                    "none of the %d runs can be read".formatted(paths.size()));
        return builder.build();
    }

    /// One line for each reason, whichever number of runs have it.
    private void report(List<BatchOfRuns.Said> runs) {
        ReadReport reports = ReadReport.CLEAN;
        List<String> partial = new ArrayList<>();
        for (BatchOfRuns.Said run : runs) {
            reports = reports.and(run.report().inFile(run.path()));
            if (run.isPartial()) partial.add(run.path());
        }
        Notes.warn(reports, console);
        if (partial.isEmpty()) return;
        String which =
                partial.size() == 1
                        ? partial.getFirst()
                        : "%,d runs (first: %s)".formatted(partial.size(), partial.getFirst());
        console.warn(
                skipIncomplete
                        ? "left out, because read in part: " + which
                        : "read in part; --skip-incomplete leaves out: " + which);
    }

    /// A run is left out only on request, and never without a word.
    private void leaveOut(Exception failure) {
        if (skip) console.warn("left out: " + failure.getMessage());
        else
            switch (failure) {
                case MalformedProfileException malformed -> throw malformed;
                case IOException unreadable -> throw new UncheckedIOException(unreadable);
                default -> throw new IllegalStateException(failure);
            }
    }
}
