package treeline.aggregate;

import treeline.model.ImmutableInts;
import treeline.model.Profile;

import java.util.stream.IntStream;

/// Some contexts of a run with all their values. Whole ranks are in one part, so that what a rank
/// took follows from the part alone.
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
