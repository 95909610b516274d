package treeline.question.input;

import treeline.aggregate.ReducedRun;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.question.parameter.Arguments;
import treeline.source.ReadReport;
import treeline.source.RecorderNotes;
import treeline.source.Slice;
import treeline.transform.Reduction;
import treeline.transform.TransformStep;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A slice of a run that was read: what the user chose and what a question asked, in one pass if
/// the run is read in parts, and in one before it for each option by which values decide which
/// iterations or nodes are kept. Nodes are omitted from every part, because the value of a rank at
/// a node of the smaller tree depends on the nodes that it measured.
///
/// @param whole the run before nodes were omitted; one context if it was read in parts
/// @param text which nodes are left, see [Simplification.Decision]
/// @param note how the run was read, if in parts
record ReadRun(Profile whole, String text, RunValues values, Optional<String> note) {

    static ReadRun of(
            Recording recording,
            Slice slice,
            Metric metric,
            Simplification wanted,
            Needs needs,
            Arguments arguments,
            Session session)
            throws IOException {
        Parts parts = Parts.of(recording, slice, needs.plan(), arguments, session);
        var known =
                new KnownValues(
                        parts,
                        Choice.iterations(
                                arguments, parts, session, () -> report(recording, metric)),
                        session);
        Reduction over = RunOptions.over(arguments);
        return of(known, parts.outline().contexts(), metric, wanted, needs, over, session);
    }

    /// @param contexts of the run
    static ReadRun of(
            KnownValues known,
            List<Context> contexts,
            Metric metric,
            Simplification wanted,
            Needs needs,
            Reduction over,
            Session session)
            throws IOException {
        Parts parts = known.parts();
        Simplification.Decision decision = wanted.decidedOn(known, contexts, metric);
        ReducedRun stored = reduced(parts.outline(), needs, over);
        ReducedRun whole = stored.after(known.inTurn(List.of()));
        TransformStep simpler = known.inTurn(decision.each());
        var values =
                new RunValues(parts, simpler, decision.leavesAll() ? whole : stored.after(simpler));
        needs.plan().ask(values, metric);
        values.evaluate(whole, session);
        parts.release();
        return new ReadRun(
                parts.loaded(known.inTurn(List.of())).orElseGet(() -> values.reduced(whole, over)),
                decision.text(),
                values,
                parts.note());
    }

    private static ReducedRun reduced(Outline outline, Needs needs, Reduction over) {
        if (over == Reduction.MIN || over == Reduction.MAX) return ReducedRun.inBothScopes(outline);
        return needs.isOneScope() ? ReducedRun.of(outline) : ReducedRun.withExclusive(outline);
    }

    /// What the run says of how it was recorded and read.
    static ReadReport report(Recording recording, Metric metric) {
        return RecorderNotes.note(recording.source().outline().metadata(), metric)
                .and(recording.report());
    }
}
