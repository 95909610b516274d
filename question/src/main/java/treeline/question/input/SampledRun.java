package treeline.question.input;

import treeline.aggregate.RankSampling;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.question.parameter.Arguments;
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
        Recording recording = options.open(arguments.one(RunOptions.PATH), arguments, session);
        try {
            return of(recording, arguments, usual, session);
        } catch (IOException | RuntimeException failed) {
            recording.close();
            throw failed;
        }
    }

    private static SampledRun of(
            Recording recording, Arguments arguments, Scope usual, Session session)
            throws IOException {
        Outline outline = recording.source().outline();
        Choice choice = Choice.of(outline, arguments.value(RunOptions.METRIC), usual, arguments);
        if (outline.tree().size() == 0)
            throw new IllegalArgumentException(recording.path() + " has no call paths");
        Simplification simpler = Simplification.of(arguments);
        Slice slice =
                Needs.withMetricsOf(
                        simpler.kept(),
                        choice.slice().withMetrics(Choice.named(outline, choice.metric())),
                        outline);
        RankSampling sampling = RankSampling.of(recording.source(), slice, choice.metric());
        Metric metric = choice.metric();
        ReadRun read =
                ReadRun.of(
                        new KnownValues(new LoadedPart(sampling.reference()), List.of(), session),
                        slice.of(outline).contexts(),
                        metric,
                        simpler,
                        Needs.SCOPES,
                        Reduction.MEAN,
                        session);
        return new SampledRun(
                recording,
                RunOptions.run(recording, metric, slice, simpler, Reduction.MEAN, read),
                sampling.after(read.values().simpler()));
    }

    @Override
    public void close() throws IOException {
        recording.close();
    }
}
