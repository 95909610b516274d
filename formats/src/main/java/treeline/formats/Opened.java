package treeline.formats;

import treeline.runs.RunList;
import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;

/// An opened profile: its location, format and source.
///
/// @param input the opened files; of a folder, possibly the only file that is a profile
public record Opened(Input input, ProfileFormat format, ProfileSource source) {

    /// Whether it is an ensemble that was saved: one profile, whose contexts are runs.
    boolean isEnsemble() {
        return RunList.isIn(source.outline().metadata());
    }
}
