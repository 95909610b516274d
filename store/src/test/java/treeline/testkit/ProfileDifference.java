package treeline.testkit;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Says in words how two profiles differ, because "expected true" helps nobody.
public final class ProfileDifference {
    private static final int ENOUGH = 10;

    private ProfileDifference() {}

    /// Every difference (up to ten), empty if the profiles hold the same. Values are compared by
    /// their bits.
    public static List<String> between(Profile expected, Profile actual) {
        List<String> differences = new ArrayList<>();
        compare(differences, "tree", expected.tree(), actual.tree());
        compare(differences, "labels", texts(expected.labels()), texts(actual.labels()));
        compare(differences, "contexts", expected.contexts(), actual.contexts());
        compare(
                differences,
                "context labels",
                texts(expected.outline().contextLabels()),
                texts(actual.outline().contextLabels()));
        compare(differences, "metrics", expected.metrics(), actual.metrics());
        compare(differences, "metadata", expected.metadata(), actual.metadata());
        differences.addAll(missing(expected, actual));
        differences.addAll(beyond(expected, actual));
        return differences.subList(0, Math.min(ENOUGH, differences.size()));
    }

    /// Values of `part` that `whole` does not have, or has differently: a partial read must have
    /// none.
    public static List<String> beyond(Profile whole, Profile part) {
        Map<String, String> known = cells(whole);
        List<String> beyond = new ArrayList<>();
        cells(part)
                .forEach(
                        (place, value) -> {
                            if (!value.equals(known.get(place)) && beyond.size() < ENOUGH)
                                beyond.add(
                                        "%s is %s, not %s"
                                                .formatted(place, value, known.get(place)));
                        });
        return beyond;
    }

    /// Values of `whole` that `part` does not have at all.
    public static List<String> missing(Profile whole, Profile part) {
        Map<String, String> there = cells(part);
        List<String> missing = new ArrayList<>();
        cells(whole)
                .forEach(
                        (place, value) -> {
                            if (!there.containsKey(place) && missing.size() < ENOUGH)
                                missing.add("%s (%s) is missing".formatted(place, value));
                        });
        return missing;
    }

    private static void compare(
            List<String> differences, String what, Object expected, Object actual) {
        if (!expected.equals(actual))
            differences.add("%s: expected %s, found %s".formatted(what, expected, actual));
    }

    /// Labels without a text anywhere say nothing.
    private static Map<String, List<String>> texts(List<Label> labels) {
        Map<String, List<String>> texts = new HashMap<>();
        for (Label label : labels) {
            List<String> each = IntStream.range(0, label.size()).mapToObj(label::at).toList();
            if (each.stream().anyMatch(text -> !text.isEmpty())) texts.put(label.name(), each);
        }
        return texts;
    }

    private static Map<String, String> cells(Profile profile) {
        List<String> paths = paths(profile.tree());
        Map<String, String> cells = new HashMap<>();
        for (Metric metric : profile.metrics()) {
            SparseRows rows = profile.column(metric).byContext();
            for (int row = 0; row < rows.rows(); row++) {
                Context context = profile.contexts().get(row);
                for (int cell = rows.start(row); cell < rows.end(row); cell++)
                    cells.merge(
                            "%s %s at %s in %s"
                                    .formatted(
                                            metric.name(),
                                            metric.scope(),
                                            paths.get(rows.index(cell)),
                                            context),
                            valueOf(rows, cell),
                            (one, other) -> one + " and " + other);
            }
        }
        return cells;
    }

    /// The path of every node; siblings of one name are told apart by a number.
    private static List<String> paths(CallTree tree) {
        List<String> paths = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        for (int node = 0; node < tree.size(); node++) {
            int parent = tree.parent(node);
            String path =
                    (parent == CallTree.NO_PARENT ? "" : paths.get(parent) + "/") + tree.name(node);
            int times = seen.merge(path, 1, Integer::sum);
            paths.add(times == 1 ? path : path + "#" + times);
        }
        return paths;
    }

    private static String valueOf(SparseRows rows, int cell) {
        String value = Double.toString(rows.value(cell));
        int end = rows.seriesLength(cell);
        if (end == 0) return value;
        var text = new StringBuilder(value).append(" = from ").append(rows.firstIteration(cell));
        for (int i = rows.firstIteration(cell); i < end; i++)
            text.append(' ').append(rows.iteration(cell, i));
        return text.toString();
    }
}
