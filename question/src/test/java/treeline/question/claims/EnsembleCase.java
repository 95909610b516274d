package treeline.question.claims;

import treeline.model.Profile;

import java.util.List;

/// Random runs with metadata, their paths, and the options of a question.
record EnsembleCase(List<Profile> profiles, List<String> paths, List<String> words) {
    EnsembleCase {
        profiles = List.copyOf(profiles);
        paths = List.copyOf(paths);
        words = List.copyOf(words);
    }

    EnsembleCase about(List<String> options) {
        return new EnsembleCase(profiles, paths, options);
    }

    int ranks(int run) {
        return Integer.parseInt(profiles.get(run).metadata().get("ranks").orElseThrow().toString());
    }

    NaiveProfile run(int run) {
        return new NaiveProfile(profiles.get(run));
    }
}
