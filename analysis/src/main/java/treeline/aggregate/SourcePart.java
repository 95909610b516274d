package treeline.aggregate;

import treeline.model.Context;
import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;
import treeline.transform.TransformStep;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Some contexts of a run with all their values. All contexts of a rank are in the same part, so
/// per-rank results need one part only. Aggregations of one pass share its numbers; they map it one
/// after the other.
public final class SourcePart {
    private final Profile profile;
    private final ImmutableInts contexts;

    /// As they were before anything was made simpler.
    private final List<Context> loaded;

    private final Map<String, Numbers> numbers = new HashMap<>();
    private final IdentityHashMap<TransformStep, SourcePart> simpler = new IdentityHashMap<>();

    /// @param profile of these contexts, over the whole call tree
    /// @param contexts their indexes in the outline of the source
    public SourcePart(Profile profile, ImmutableInts contexts) {
        this(profile, contexts, profile.contexts());
    }

    private SourcePart(Profile profile, ImmutableInts contexts, List<Context> loaded) {
        this.profile = profile;
        this.contexts = contexts;
        this.loaded = loaded;
    }

    /// A run that is in memory is one part.
    public static SourcePart whole(Profile profile) {
        return new SourcePart(
                profile,
                ImmutableInts.owning(IntStream.range(0, profile.contexts().size()).toArray()));
    }

    public Profile profile() {
        return profile;
    }

    public ImmutableInts contexts() {
        return contexts;
    }

    /// The same after a step, which is applied once.
    public SourcePart after(TransformStep step) {
        return simpler.computeIfAbsent(
                step, each -> new SourcePart(each.apply(profile), contexts, loaded));
    }

    /// The numbers of a metric, computed once.
    Numbers numbers(Metric metric) {
        return numbers.computeIfAbsent(metric.name(), _ -> Numbers.of(profile, metric));
    }

    /// The first context of each place, as an index in the source.
    ImmutableInts firstContexts(Locations places) {
        Locations before = Locations.of(loaded, places.by());
        if (before.size() != places.size())
            throw new IllegalArgumentException("a part lost some of its places");
        int[] first = new int[places.size()];
        for (int context = contexts.size() - 1; context >= 0; context--)
            first[before.of(context)] = contexts.at(context);
        return ImmutableInts.owning(first);
    }
}
