package treeline.question.input;

import treeline.aggregate.RankSampling;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Population;
import treeline.question.parameter.Arguments;
import treeline.source.RecorderNotes;
import treeline.source.Slice;
import treeline.transform.Reduction;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/// A run of which only sampled ranks are read. It stays open until sampling ends.
///
/// @param run as one context; nodes are pruned by stored sums or, without stored sums, by the first
///   ranks that are read
public record SampledRun(Recording recording, RunOptions.Run run, RankSampling sampling)
        implements Closeable {

    /// Opens the run that the arguments name.
    ///
    /// @param usual the scope where the user names no metric
    public static SampledRun open(
            RunOptions options, Arguments arguments, Scope usual, Session session)
            throws IOException {
        if (arguments.has(Choice.ITERATION))
            throw new IllegalArgumentException("--sample and --iteration cannot be combined");
        String path = arguments.one(RunOptions.PATH);
        Recording recording = options.open(path, arguments, session);
        try {
            return of(path, recording, arguments, usual, session);
        } catch (IOException | RuntimeException failed) {
            recording.close();
            throw failed;
        }
    }

    private static SampledRun of(
            String path,
            Recording recording,
            Arguments arguments,
            Scope usual,
            Session session)
            throws IOException {
        Outline outline = recording.source().outline();
        Choice choice = Choice.of(outline, arguments.value(RunOptions.METRIC), usual, arguments);
        if (outline.tree().size() == 0)
            throw new IllegalArgumentException(path + " has no call paths");
        Simplification simpler = Simplification.of(arguments);
        Slice slice =
                Needs.withMetricsOf(
                        simpler.kept(),
                        choice.slice().withMetrics(Choice.named(outline, choice.metric())),
                        outline);
        RankSampling sampling = RankSampling.of(recording.source(), slice, choice.metric());
        Profile whole = sampling.reference();
        Simplification.Decision decision =
                simpler.decidedOn(
                        new KnownValues(new LoadedPart(whole), List.of(), session),
                        slice.of(outline).contexts(),
                        choice.metric());
        Profile simple = decision.steps().apply(whole);
        RunOptions.Run run =
                new RunOptions.Run(
                        path,
                        recording.format().name(),
                        simple,
                        Population.of(slice.of(outline)),
                        recording.time(),
                        choice.metric(),
                        Reduction.MEAN,
                        simpler.isPart()
                                ? RunOptions.total(whole, choice.metric(), Reduction.MEAN)
                                : Double.NaN,
                        decision.text(),
                        RecorderNotes.note(outline.metadata(), choice.metric())
                                .and(recording.report())
                                .and(simpler.notes(outline.tree())),
                        RunValues.of(simple));
        return new SampledRun(recording, run, sampling.after(decision.steps()));
    }

    @Override
    public void close() throws IOException {
        recording.close();
    }
}
