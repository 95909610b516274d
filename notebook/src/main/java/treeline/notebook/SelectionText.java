package treeline.notebook;

import treeline.model.CallTree;
import treeline.model.Profile;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.query.QuerySyntaxException;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A query that selects exactly the given nodes: by name if that is unambiguous, else by call path,
/// else by node number.
final class SelectionText {
    /// More call paths than that nobody reads.
    private static final int MAX_PATHS = 20;

    private SelectionText() {}

    /// @param nodes at least one
    static String of(Profile profile, BitSet nodes) {
        NodeSet chosen = NodeSet.of(nodes, profile.tree().size());
        String names = byName(profile.tree(), nodes);
        if (finds(names, profile, chosen)) return names;
        if (nodes.cardinality() <= MAX_PATHS) {
            String paths = byPath(profile.tree(), nodes);
            if (finds(paths, profile, chosen)) return paths;
        }
        return byNumber(nodes);
    }

    /// A name may hold what the language has no way to write.
    private static boolean finds(String text, Profile profile, NodeSet chosen) {
        try {
            return Query.parse(text).on(profile).equals(chosen);
        } catch (QuerySyntaxException unwritable) {
            return false;
        }
    }

    private static String byName(CallTree tree, BitSet nodes) {
        Set<String> names = new LinkedHashSet<>();
        nodes.stream().forEach(node -> names.add("p.\"name\" = " + quoted(tree.name(node))));
        return "MATCH (p) WHERE " + String.join(" OR ", names);
    }

    /// All nodes of a path match, so the last one is chosen by its depth.
    private static String byPath(CallTree tree, BitSet nodes) {
        List<String> paths = new ArrayList<>();
        nodes.stream().forEach(node -> paths.add(path(tree.path(node))));
        return paths.size() == 1
                ? paths.getFirst()
                : paths.stream()
                        .distinct()
                        .map(each -> "{" + each + "}")
                        .collect(Collectors.joining(" OR "));
    }

    private static String path(List<String> names) {
        List<String> steps = new ArrayList<>();
        List<String> conditions = new ArrayList<>(List.of("p0.\"depth\" = 0"));
        for (int i = 0; i < names.size(); i++) {
            steps.add("(p%d)".formatted(i));
            conditions.add("p%d.\"name\" = %s".formatted(i, quoted(names.get(i))));
        }
        return "{MATCH %s WHERE %s} AND {MATCH (p) WHERE p.\"depth\" = %d}"
                .formatted(
                        String.join("->", steps),
                        String.join(" AND ", conditions),
                        names.size() - 1);
    }

    private static String byNumber(BitSet nodes) {
        return nodes.stream()
                .mapToObj("p.\"node_id\" = %d"::formatted)
                .collect(Collectors.joining(" OR ", "MATCH (p) WHERE ", ""));
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\\\"") + '"';
    }
}
