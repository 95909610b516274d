package treeline.formats.writing;

import treeline.model.Profile;
import treeline.source.ProfileExporter;

import java.util.Locale;

/// Requirements of formats with one value per node.
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
                    String.format(
                            Locale.ROOT,
                            "%s stores one value per node, but the profile has %,d contexts",
                            exporter.name(),
                            contexts));
        return profile;
    }
}
