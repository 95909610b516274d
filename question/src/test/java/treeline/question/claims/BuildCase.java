package treeline.question.claims;

import treeline.model.Profile;

import java.util.List;

/// The runs of two builds, or of a history, and the options of a question.
record BuildCase(List<Profile> before, List<Profile> after, List<String> words) {
    BuildCase {
        before = List.copyOf(before);
        after = List.copyOf(after);
        words = List.copyOf(words);
    }
}
