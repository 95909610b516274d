package treeline.source;

import treeline.model.Outline;
import treeline.model.Profile;

/// A source whose format can only be read whole: the profile is in memory and slices are taken from
/// it.
///
/// @param ofSeveralRuns see [#isOfSeveralRuns]
public record LoadedSource(Profile profile, ReadReport report, boolean ofSeveralRuns)
        implements ProfileSource {

    public LoadedSource(Profile profile, ReadReport report) {
        this(profile, report, false);
    }

    @Override
    public Outline outline() {
        return profile.outline();
    }

    @Override
    public Profile load(Slice slice) {
        return slice.of(profile);
    }

    @Override
    public boolean isOfSeveralRuns() {
        return ofSeveralRuns;
    }

    @Override
    public void close() {}
}
