package treeline.ensemble;

import treeline.model.Metadata;
import treeline.model.Profile;

/// One run on its way into an [Ensemble].
///
/// @param key what tells it from all others: its path, or what a user calls it
public record Run(String key, Metadata metadata, Profile profile) {
    public Run {
        if (key.isBlank()) throw new IllegalArgumentException("the key of a run is blank");
    }

    /// With what the profile says of the run and, where it does not say it, how many `ranks`,
    /// `threads` and `hosts` measured.
    public static Run of(String key, Profile profile) {
        return new Run(key, ContextFacts.addedTo(profile.metadata(), profile.contexts()), profile);
    }
}
