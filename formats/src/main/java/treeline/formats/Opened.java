package treeline.formats;

import treeline.runs.RunList;
import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;

/// What a user named, opened: where it is, what format it has, and its source.
///
/// @param input what was opened, which of a folder may be the one file that is a profile
public record Opened(Input input, ProfileFormat format, ProfileSource source) {

    /// Whether it is an ensemble that was saved: one profile, whose contexts are runs.
    boolean isEnsemble() {
        return RunList.isIn(source.outline().metadata());
    }
}
