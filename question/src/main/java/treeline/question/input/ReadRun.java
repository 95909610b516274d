package treeline.question.input;

import treeline.aggregate.ReducedRun;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.query.Across;
import treeline.query.Query;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.ParameterType;
import treeline.source.ReadReport;
import treeline.source.RecorderNotes;
import treeline.source.Slice;
import treeline.transform.Reduction;

import java.io.IOException;
import java.util.Optional;

/// A slice of a run that was read, at once or in parts.
///
/// @param whole the run before nodes were left out; one context where it was read in parts
/// @param simple the nodes that the user wants to see
/// @param text which nodes these are, see [Simplification.Decision]
/// @param large the run itself where it does not fit into memory
record ReadRun(Profile whole, Profile simple, String text, Optional<LargeRun> large) {

    /// How a run is read.
    ///
    /// @param part how much of it the command needs
    /// @param query what it asks of the nodes
    /// @param question what it asks beyond one value per node of a run that does not fit
    record Way(
            Simplification simpler,
            RunOptions.Part part,
            Optional<Query> query,
            LargeQuestion question) {

        Way(Simplification simpler, RunOptions.Part part) {
            this(simpler, part, Optional.empty(), LargeQuestion.NOTHING);
        }

        /// What parts cannot answer, if anything: known before values are read.
        Optional<String> needingAll(Outline outline, Arguments arguments) {
            if (arguments.value(Choice.ITERATION).isPresent()) return Optional.of("--iteration");
            if (simpler.kept()
                    .filter(query -> query.comparesEach(outline, Across.MEAN))
                    .isPresent()) return Optional.of(LargeQuestion.OF_SINGLE_RANKS);
            Reduction over = arguments.value(RunOptions.OF, Reduction.MEAN);
            return switch (part) {
                case METRIC -> Optional.empty();
                case SCOPES ->
                        isExtreme(over)
                                ? Optional.of(
                                        "--of %s of what adds up nodes (tree and hot-path do not)"
                                                .formatted(ParameterType.nameOf(over)))
                                : Optional.empty();
                case ALL_METRICS, SERIES, EVERYTHING -> question.needingAll();
            };
        }
    }

    static ReadRun of(
            Recording recording,
            Slice slice,
            Metric metric,
            Way way,
            Arguments arguments,
            Session session)
            throws IOException {
        Optional<LargeRun> large = LargeRun.of(recording, slice, arguments);
        return large.isPresent()
                ? inParts(large.get(), recording, metric, way, arguments, session)
                : atOnce(recording, slice, metric, way.simpler(), arguments, session);
    }

    private static ReadRun atOnce(
            Recording recording,
            Slice slice,
            Metric metric,
            Simplification simpler,
            Arguments arguments,
            Session session)
            throws IOException {
        Profile loaded = recording.load(slice, session);
        Profile whole = Choice.chosenIterations(loaded, arguments, report(recording, metric));
        Simplification.Decision decision =
                simpler.decidedOn(whole, whole.contexts(), Simplification.Known.of(whole), metric);
        return new ReadRun(whole, decision.steps().apply(whole), decision.text(), Optional.empty());
    }

    private static ReadRun inParts(
            LargeRun large,
            Recording recording,
            Metric metric,
            Way way,
            Arguments arguments,
            Session session)
            throws IOException {
        Reduction over = arguments.value(RunOptions.OF, Reduction.MEAN);
        Optional<String> needing = way.needingAll(large.outline(), arguments);
        if (needing.isPresent()) throw large.needsAll(needing.get());
        LargeRun.Reduced read =
                large.read(
                        recording,
                        way.simpler(),
                        metric,
                        reduced(large.outline(), way, over),
                        way.question(),
                        session);
        return new ReadRun(
                read.whole().apply(over),
                large.reduced(over),
                read.decision().text(),
                Optional.of(large));
    }

    private static ReducedRun reduced(Outline outline, Way way, Reduction over) {
        if (isExtreme(over)) return ReducedRun.inBothScopes(outline);
        return way.part() == RunOptions.Part.METRIC && way.query().isEmpty()
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
