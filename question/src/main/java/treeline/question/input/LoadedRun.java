package treeline.question.input;

import treeline.aggregate.Aggregation;
import treeline.aggregate.ContextMapping;
import treeline.aggregate.SourcePart;
import treeline.model.Context;
import treeline.model.ImmutableInts;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.transform.Reduction;
import treeline.transform.TransformStep;

import java.io.Serializable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// A run in memory: one part, which has only the nodes that the user selected. Aggregations are
/// evaluated when their answers are needed.
public final class LoadedRun implements RunValues {
    private final Profile profile;
    private final SourcePart part;
    private final boolean addsThreads;
    private final IdentityHashMap<Aggregation<?, ?, ?>, Object> answers = new IdentityHashMap<>();

    private LoadedRun(Profile profile, boolean addsThreads) {
        this.profile = profile;
        this.part = SourcePart.whole(profile);
        this.addsThreads = addsThreads;
    }

    public static LoadedRun of(Profile profile) {
        return new LoadedRun(profile, false);
    }

    /// @param whole before nodes were left out
    static LoadedRun of(Profile simple, Profile whole) {
        return new LoadedRun(simple, RunValues.addsThreads(whole.contexts(), simple.contexts()));
    }

    @Override
    public Outline outline() {
        return profile.outline();
    }

    @Override
    public Outline simple() {
        return profile.outline();
    }

    @Override
    public TransformStep simpler() {
        return TransformStep.NONE;
    }

    @Override
    public ContextMapping chosen() {
        return ContextMapping.ALL;
    }

    @Override
    public List<Context> contextsOfFile() {
        return profile.contexts();
    }

    @Override
    @SuppressWarnings("unchecked") // an answer is stored under the aggregation that it is of
    public <R> R answer(Aggregation<?, ?, R> aggregation) {
        return (R) answers.computeIfAbsent(aggregation, _ -> on(part, aggregation));
    }

    @Override
    public <P, S extends Serializable, R> R run(
            Aggregation<P, S, R> aggregation, Locations.By together, Session session) {
        return on(part, aggregation);
    }

    @Override
    public <P, S extends Serializable, R> R runOn(
            IntPredicate which,
            Aggregation<P, S, R> aggregation,
            Locations.By together,
            Session session) {
        int[] some = IntStream.range(0, profile.contexts().size()).filter(which).toArray();
        Slice slice = Slice.everything().withContexts(Selection.of(some));
        return on(new SourcePart(slice.of(profile), ImmutableInts.owning(some)), aggregation);
    }

    private static <P, S extends Serializable, R> R on(
            SourcePart part, Aggregation<P, S, R> aggregation) {
        return aggregation.finish(aggregation.add(aggregation.zero(), aggregation.map(part)));
    }

    @Override
    public Profile reduced(Reduction over) {
        return profile;
    }

    @Override
    public boolean addsThreads() {
        return addsThreads;
    }
}
