package treeline.aggregate;

import treeline.model.Ints;
import treeline.model.Profile;

import java.util.stream.IntStream;

/// Some contexts of a run with all their values. Whole ranks are in one part, so that what a rank
/// took follows from the part alone.
///
/// @param profile of these contexts, over the whole call tree
/// @param contexts their indexes in the outline of the source
public record Part(Profile profile, Ints contexts) {

    /// A run that is in memory is one part.
    public static Part whole(Profile profile) {
        return new Part(
                profile, Ints.owning(IntStream.range(0, profile.contexts().size()).toArray()));
    }
}
