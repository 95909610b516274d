package treeline.dashboard.runs;

import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.Selection;
import treeline.transform.Reduction;

import java.io.IOException;
import java.util.Optional;

/// A source whose values over all ranks are not those of its ranks reduced: the mean of a ratio is
/// the ratio of the means, and the mean of a group is the mean of its runs.
interface ReducedSource extends ProfileSource {
    /// A metric with ranks combined: one context, in both scopes if it is additive. Empty if the
    /// values of ranks are to be reduced.
    ///
    /// @param contexts that the values are for
    /// @param asked the text that the contexts were asked for with, by which they are cached
    Optional<Profile> reduced(String metric, Reduction over, Selection contexts, String asked)
            throws IOException;
}
