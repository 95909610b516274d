package treeline.question.input;

import treeline.aggregate.ReducedRun;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.question.parameter.Arguments;
import treeline.source.ReadReport;
import treeline.source.RecorderNotes;
import treeline.source.Slice;
import treeline.transform.Reduction;
import treeline.transform.TransformStep;

import java.io.IOException;
import java.util.Optional;

/// A slice of a run that was read, at once or in parts.
///
/// @param whole the run before nodes were omitted; one context if it was read in parts
/// @param simple the nodes that the user selected
/// @param text which nodes these are, see [Simplification.Decision]
/// @param note how the run was read, if in parts
record ReadRun(
        Profile whole, Profile simple, String text, RunValues values, Optional<String> note) {

    /// How a run is read.
    ///
    /// @param simpler selects nodes
    record Way(Simplification simpler, RunOptions.Needs needs) {}

    static ReadRun of(
            Recording recording,
            Slice slice,
            Metric metric,
            Way way,
            Arguments arguments,
            Session session)
            throws IOException {
        Optional<PartitionedRun> parts =
                PartitionedRun.of(recording, slice, way.needs().plan(), arguments);
        return parts.isPresent()
                ? inParts(parts.get(), recording, metric, way, arguments, session)
                : atOnce(recording, slice, metric, way, arguments, session);
    }

    private static ReadRun atOnce(
            Recording recording,
            Slice slice,
            Metric metric,
            Way way,
            Arguments arguments,
            Session session)
            throws IOException {
        Profile loaded = recording.load(slice, session);
        Profile whole =
                TransformStep.inTurn(
                                Choice.iterations(
                                        arguments,
                                        loaded.tree(),
                                        LoadedRun.of(loaded)::answer,
                                        () -> report(recording, metric)))
                        .apply(loaded);
        Simplification.Decision decision =
                way.simpler()
                        .decidedOn(whole, whole.contexts(), Simplification.Known.of(whole), metric);
        Profile simple = decision.steps().apply(whole);
        RunValues values = LoadedRun.of(simple, whole);
        way.needs().plan().pass(values, metric);
        return new ReadRun(whole, simple, decision.text(), values, Optional.empty());
    }

    private static ReadRun inParts(
            PartitionedRun parts,
            Recording recording,
            Metric metric,
            Way way,
            Arguments arguments,
            Session session)
            throws IOException {
        Reduction over = RunOptions.over(arguments);
        PartitionedRun.Reduced read =
                parts.read(
                        recording,
                        Choice.iterations(
                                arguments,
                                parts.outline().tree(),
                                asked ->
                                        parts.pass(recording, asked, Locations.By.RANK, session),
                                () -> report(recording, metric)),
                        way.simpler(),
                        metric,
                        reduced(parts.outline(), way, over),
                        way.needs().plan(),
                        session);
        return new ReadRun(
                read.whole().apply(over),
                parts.reduced(over),
                read.decision().text(),
                parts,
                Optional.of(parts.note()));
    }

    private static ReducedRun reduced(Outline outline, Way way, Reduction over) {
        if (isExtreme(over)) return ReducedRun.inBothScopes(outline);
        return way.needs().part() == RunOptions.Part.METRIC && way.needs().query().isEmpty()
                ? ReducedRun.of(outline)
                : ReducedRun.withExclusive(outline);
    }

    private static boolean isExtreme(Reduction over) {
        return over == Reduction.MIN || over == Reduction.MAX;
    }

    /// What the run says of how it was recorded and read.
    static ReadReport report(Recording recording, Metric metric) {
        return RecorderNotes.note(recording.source().outline().metadata(), metric)
                .and(recording.report());
    }
}
