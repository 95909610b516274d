package treeline.source;

import treeline.model.Outline;
import treeline.model.Profile;

/// A source whose format can only be read whole: the profile is in memory and slices are taken from
/// it.
public record LoadedSource(Profile profile, ReadReport report) implements ProfileSource {

    @Override
    public Outline outline() {
        return profile.outline();
    }

    @Override
    public Profile load(Slice slice) {
        return slice.of(profile);
    }

    @Override
    public void close() {}
}
