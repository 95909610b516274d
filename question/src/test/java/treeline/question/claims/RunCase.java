package treeline.question.claims;

import treeline.model.Profile;

import java.util.List;
import java.util.Random;

/// Two random runs, a node of the first one, and the options of a question.
///
/// @param words the options with the node in place
record RunCase(NaiveProfile run, NaiveProfile other, int node, List<String> words) {
    RunCase {
        words = List.copyOf(words);
    }

    RunCase(Profile run, Profile other, Random random) {
        this(
                new NaiveProfile(run),
                new NaiveProfile(other),
                random.nextInt(run.tree().size()),
                List.of());
    }

    RunCase about(List<String> options) {
        List<String> placed =
                options.stream()
                        .map(each -> each.replace("NODE", run.path(node)))
                        .map(each -> each.replace("FUNCTION", run.tree.name(node)))
                        .toList();
        return new RunCase(run, other, node, placed);
    }
}
