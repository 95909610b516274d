package treeline.query;

import treeline.model.Profile;

import java.util.List;

/// What a query finds, as paths that a test can spell out.
final class Found {
    private Found() {}

    static List<String> by(Query query, Profile profile) {
        return paths(query.on(profile), profile);
    }

    static List<String> by(String text, Profile profile) {
        return by(Query.parse(text), profile);
    }

    static List<String> paths(NodeSet nodes, Profile profile) {
        return nodes.stream()
                .mapToObj(node -> String.join("/", profile.tree().path(node)))
                .toList();
    }
}
