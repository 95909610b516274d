package treeline.aggregate;

import treeline.model.ImmutableInts;
import treeline.model.Profile;

import java.util.stream.IntStream;

/// Some contexts of a run with all their values. All contexts of a rank are in the same part, so
/// per-rank results need one part only.
///
/// @param profile of these contexts, over the whole call tree
/// @param contexts their indexes in the outline of the source
public record SourcePart(Profile profile, ImmutableInts contexts) {

    /// A run that is in memory is one part.
    public static SourcePart whole(Profile profile) {
        return new SourcePart(
                profile,
                ImmutableInts.owning(IntStream.range(0, profile.contexts().size()).toArray()));
    }
}
