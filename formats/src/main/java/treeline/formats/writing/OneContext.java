package treeline.formats.writing;

import treeline.model.Profile;
import treeline.source.ProfileExporter;

/// What forms ask for that hold one value per node.
public final class OneContext {
    private OneContext() {}

    /// The profile itself.
    ///
    /// @throws IllegalArgumentException where the profile has several contexts: which number they
    ///   become together is not for a file format to say
    public static Profile required(Profile profile, ProfileExporter exporter) {
        int contexts = profile.contexts().size();
        if (contexts > 1)
            throw new IllegalArgumentException(
                    "%s holds one value per node, and the profile has %,d contexts"
                            .formatted(exporter.name(), contexts));
        return profile;
    }
}
