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

    public static Run of(String key, Profile profile) {
        return new Run(key, profile.metadata(), profile);
    }
}
