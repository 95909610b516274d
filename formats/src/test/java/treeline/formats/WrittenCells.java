package treeline.formats;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Compares a profile with what comes back from a form of another tool, value by value, by what the
/// form knows of frames and contexts. Siblings and contexts that it cannot tell apart are one, with
/// their values added up; readings of several are not compared, because none is right.
public final class WrittenCells {
    private static final double TOLERANCE = 1e-9;
    private static final int ENOUGH = 10;

    private record Place(String metric, Metric.Scope scope, List<Object> path, Context context) {}

    private final Function<Frame, Object> known;
    private final Function<Context, Context> who;

    public WrittenCells(Function<Frame, Object> known, Function<Context, Context> who) {
        this.known = known;
        this.who = who;
    }

    /// What differs in the metrics that were written, at most some lines; metrics beside them are
    /// not looked at.
    public List<String> differences(Profile written, Profile read) {
        Map<Place, List<Double>> expected = cells(written, written.metrics());
        Map<Place, List<Double>> found = cells(read, written.metrics());
        List<String> differences = new ArrayList<>();
        expected.forEach(
                (place, values) -> {
                    List<Double> back = found.remove(place);
                    boolean point = place.scope == Metric.Scope.POINT && values.size() > 1;
                    if (back == null) differences.add("missing: " + place);
                    else if (!point && !isClose(sum(values), sum(back)))
                        differences.add(
                                "%s is %s, not %s".formatted(place, sum(back), sum(values)));
                });
        found.keySet().forEach(place -> differences.add("too many: " + place));
        return differences.subList(0, Math.min(ENOUGH, differences.size()));
    }

    private static boolean isClose(double one, double other) {
        return Double.compare(one, other) == 0
                || Math.abs(one - other) <= TOLERANCE * Math.max(Math.abs(one), Math.abs(other));
    }

    private static double sum(List<Double> values) {
        return values.stream().reduce(0.0, Double::sum);
    }

    private Map<Place, List<Double>> cells(Profile profile, List<Metric> metrics) {
        Map<Place, List<Double>> cells = new HashMap<>();
        List<List<Object>> paths = paths(profile.tree());
        for (Metric metric : metrics) {
            Optional<Metric> same = same(profile, metric);
            if (same.isEmpty()) continue; // its values, if any, are missing
            SparseRows rows = profile.column(same.get()).byContext();
            for (int row = 0; row < rows.rows(); row++) {
                Context context = who.apply(profile.contexts().get(row));
                for (int cell = rows.start(row); cell < rows.end(row); cell++) {
                    if (Double.isNaN(rows.value(cell))) continue;
                    List<Object> path = paths.get(rows.index(cell));
                    var place = new Place(metric.name(), metric.scope(), path, context);
                    cells.computeIfAbsent(place, _ -> new ArrayList<>()).add(rows.value(cell));
                }
            }
        }
        return cells;
    }

    private static Optional<Metric> same(Profile profile, Metric metric) {
        return profile.metrics().stream()
                .filter(each -> each.name().equals(metric.name()))
                .filter(each -> each.scope() == metric.scope())
                .findFirst();
    }

    private List<List<Object>> paths(CallTree tree) {
        List<List<Object>> paths = new ArrayList<>();
        for (int node = 0; node < tree.size(); node++) {
            List<Object> path = new ArrayList<>();
            if (tree.parent(node) != CallTree.NO_PARENT) path.addAll(paths.get(tree.parent(node)));
            path.add(known.apply(tree.frame(node)));
            paths.add(path);
        }
        return paths;
    }
}
