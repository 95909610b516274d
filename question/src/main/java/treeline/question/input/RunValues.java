package treeline.question.input;

import treeline.aggregate.Aggregation;
import treeline.aggregate.CompositeAggregation;
import treeline.aggregate.ContextMapping;
import treeline.aggregate.ReducedRun;
import treeline.model.Context;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.transform.Reduction;
import treeline.transform.TransformStep;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/// The values of a run as aggregations see them. Where they are is decided below, by [Parts].
public final class RunValues {
    private final Parts parts;
    private final TransformStep simpler;
    private final Outline simple;
    private final ReducedRun kept;
    private final List<Aggregation<?, ?, ?>> asked = new ArrayList<>();
    private Locations.By together = Locations.By.RANK;
    private CompositeAggregation.Answers answers = CompositeAggregation.Answers.NONE;

    /// @param simpler omits nodes from each part
    /// @param kept one value per node after it
    RunValues(Parts parts, TransformStep simpler, ReducedRun kept) {
        this.parts = parts;
        this.simpler = simpler;
        this.kept = kept;
        this.simple =
                parts.loaded(simpler)
                        .orElseGet(() -> simpler.apply(ReducedRun.withoutValues(parts.outline())))
                        .outline();
    }

    /// The answer of an aggregation, once the run was read: it is evaluated in that pass.
    ///
    /// @param by the contexts that must be in the same part
    public <P, S extends Serializable, R> Supplier<R> ask(
            Aggregation<P, S, R> aggregation, Locations.By by) {
        Aggregation<P, S, R> simplified = aggregation.after(simpler);
        asked.add(simplified);
        if (by == Locations.By.HOST) together = by;
        return () -> answers.of(simplified);
    }

    /// Reads the run: what was asked, one value per node if the run is not in memory, and what else
    /// is needed then.
    void evaluate(ReducedRun whole, Session session) throws IOException {
        if (parts.loaded(simpler).isEmpty()) {
            asked.add(whole.question());
            if (!kept.equals(whole)) asked.add(kept.question());
        }
        answers = parts.evaluate(new CompositeAggregation(asked), together, session);
    }

    /// One value per node, if the run is not in memory.
    Profile reduced(ReducedRun run, Reduction over) {
        return run.profile(answers.of(run.question()), over);
    }

    /// Everything but the values, before nodes are omitted from parts: [Locations] are computed
    /// from its contexts.
    public Outline outline() {
        return parts.outline();
    }

    /// Everything but the values, with the nodes that the user selected.
    public Outline simple() {
        return simple;
    }

    /// The step that omits nodes from each part.
    TransformStep simpler() {
        return simpler;
    }

    /// The index among the contexts of [#outline] of a context that an aggregation names.
    public ContextMapping chosen() {
        return parts.chosen();
    }

    /// The contexts by the indexes that aggregations name them with.
    public List<Context> contextsOfFile() {
        return parts.contextsOfFile();
    }

    /// The answer of an aggregation that depends on earlier answers.
    ///
    /// @param together the contexts that must be in the same part
    public <P, S extends Serializable, R> R run(
            Aggregation<P, S, R> aggregation, Locations.By together, Session session)
            throws IOException {
        return parts.evaluate(aggregation.after(simpler), together, session);
    }

    /// The answer of an aggregation over some contexts.
    ///
    /// @param which selects contexts by their index in [#outline]
    public <P, S extends Serializable, R> R runOn(
            IntPredicate which,
            Aggregation<P, S, R> aggregation,
            Locations.By together,
            Session session)
            throws IOException {
        return parts.evaluate(which, aggregation.after(simpler), together, session);
    }

    /// Values of the selected nodes from which means and sums over ranks follow: one context with
    /// reduced values if the run is read in parts, all contexts otherwise.
    public Profile reduced(Reduction over) {
        return parts.loaded(simpler).orElseGet(() -> reduced(kept, over));
    }

    /// Rejects to compare threads that were added up: repetitions are averaged before nodes are
    /// left out, and which thread is the longest differs from one to the next.
    ///
    /// @param by what is compared
    public void requireSeparate(Locations.By by) {
        if (by == Locations.By.THREAD
                && Locations.of(simple, by).size() < Locations.of(outline(), by).size())
            throw new IllegalArgumentException(
                    "threads cannot be compared: repetitions were averaged and threads added up"
                            + " before nodes were left out; select one repetition, such as"
                            + " --repetition 0");
    }
}
