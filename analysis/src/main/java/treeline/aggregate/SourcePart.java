package treeline.aggregate;

import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.transform.TransformStep;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/// Some contexts of a run with all their values. All contexts of a rank are in the same part, so
/// per-rank results need one part only. Aggregations of one pass share its numbers; they map it one
/// after the other.
public final class SourcePart {
    private final Profile profile;
    private final ImmutableInts contexts;
    private final IdentityHashMap<TransformStep, Simplified> simplified = new IdentityHashMap<>();

    /// @param profile of these contexts, over the whole call tree
    /// @param contexts their indexes in the outline of the source
    public SourcePart(Profile profile, ImmutableInts contexts) {
        this.profile = profile;
        this.contexts = contexts;
    }

    /// The part after a step, with the numbers of each metric that somebody asked for.
    private record Simplified(Profile profile, Map<String, Numbers> numbers) {}

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

    Profile profile(TransformStep step) {
        return after(step).profile;
    }

    Numbers numbers(TransformStep step, Metric metric) {
        Simplified after = after(step);
        return after.numbers.computeIfAbsent(metric.name(), _ -> Numbers.of(after.profile, metric));
    }

    private Simplified after(TransformStep step) {
        return simplified.computeIfAbsent(
                step, each -> new Simplified(each.apply(profile), new HashMap<>()));
    }
}
