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
import treeline.transform.TransformStep;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// A run in memory: one part.
final class LoadedPart implements Parts {
    private final SourcePart part;

    LoadedPart(Profile profile) {
        this.part = SourcePart.whole(profile);
    }

    @Override
    public Outline outline() {
        return part.profile().outline();
    }

    @Override
    public ContextMapping chosen() {
        return ContextMapping.ALL;
    }

    @Override
    public List<Context> contextsOfFile() {
        return part.profile().contexts();
    }

    @Override
    public Optional<Profile> loaded(TransformStep simpler) {
        return Optional.of(part.after(simpler).profile());
    }

    @Override
    public Optional<String> note() {
        return Optional.empty();
    }

    @Override
    public <P, S extends Serializable, R> R evaluate(
            IntPredicate which,
            Aggregation<P, S, R> aggregation,
            Locations.By together,
            Session session) {
        int contexts = part.contexts().size();
        int[] some = IntStream.range(0, contexts).filter(which).toArray();
        SourcePart asked = some.length == contexts ? part : part(some);
        return aggregation.finish(aggregation.add(aggregation.zero(), aggregation.map(asked)));
    }

    private SourcePart part(int... contexts) {
        Slice slice = Slice.everything().withContexts(Selection.of(contexts));
        return new SourcePart(slice.of(part.profile()), ImmutableInts.owning(contexts));
    }
}
