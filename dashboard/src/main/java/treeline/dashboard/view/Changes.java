package treeline.dashboard.view;

import treeline.compare.Difference;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.numbers.Numbers;
import treeline.single.NodePath;
import treeline.table.Column;
import treeline.table.JsonWriter;
import treeline.table.Table;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;
import treeline.view.DiffTree;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The largest differences of a run from another one, as sentences. A difference is listed if
/// [Difference], the test of `treeline diff`, finds it significant among all call paths; if there
/// are no repetitions to test with, the note says that noise cannot be ruled out. Exclusive values
/// are compared, so that a difference does not count again at its callers.
///
/// @param note about the test, empty if differences are listed because they are significant
/// @param tested whether the runs have repetitions, so that differences could be tested
public record Changes(List<Change> changes, String note, boolean tested) {
    private static final Quantity QUANTITY = new Quantity(3, true);

    /// Of either kind, more and less.
    private static final int MAX_CHANGES = 5;

    /// Share of the larger total below which a difference is not worth a line.
    private static final double FLOOR = 0.01;

    private static final double LEVEL = 0.05;

    /// A difference at one node.
    ///
    /// @param row of the [DiffTree]
    public record Change(int row, double change, String text) {
        void writeTo(JsonWriter json) {
            json.object().name("kind").value(change > 0 ? "more" : "less");
            json.name("row").value(row);
            json.name("text").value(text).end();
        }
    }

    public Changes {
        changes = List.copyOf(changes);
    }

    public static Changes of(DiffTree diff, Numbers a, Numbers b, Reduction over) {
        Map<String, Double> tested = pValues(a, b, over);
        CallTree union = NodeMapping.union(List.of(a.tree(), b.tree())).getFirst().tree();
        double least = FLOOR * Math.max(diff.aTotal(), diff.bTotal());
        List<Change> found = new ArrayList<>();
        int large = 0;
        for (int row = 0; row < diff.a().size(); row++) {
            double before = orZero(diff.bExclusive().at(row));
            double change = orZero(diff.aExclusive().at(row)) - before;
            if (!(Math.abs(change) > least)) continue;
            large++;
            String path = NodePath.of(union, diff.rows().node().at(row));
            double p = tested.getOrDefault(path, Double.NaN);
            if (tested.isEmpty() || p <= LEVEL)
                found.add(new Change(row, change, sentence(path, before, change, p, a.metric())));
        }
        boolean untested = tested.isEmpty();
        return new Changes(largest(found), note(untested, large, found.size()), !untested);
    }

    private static String note(boolean untested, int large, int significant) {
        if (large == 0) return "No call path differs by more than 1 % of the total.";
        if (untested)
            return "No test is possible: each side has one run without repetitions, so the"
                    + " differences may be noise. Record repetitions, or compare groups of runs.";
        return significant == 0
                ? "No difference is significant (5 % level, adjusted for all call paths)."
                : "";
    }

    private static List<Change> largest(List<Change> found) {
        List<Change> sorted =
                found.stream()
                        .sorted(Comparator.comparingDouble(each -> -Math.abs(each.change())))
                        .toList();
        List<Change> all =
                new ArrayList<>(
                        sorted.stream()
                                .filter(each -> each.change() > 0)
                                .limit(MAX_CHANGES)
                                .toList());
        sorted.stream().filter(each -> each.change() < 0).limit(MAX_CHANGES).forEach(all::add);
        return all;
    }

    /// By call path, adjusted for all call paths that were compared; empty if both runs lack
    /// repetitions.
    private static Map<String, Double> pValues(Numbers a, Numbers b, Reduction over) {
        Metric metric = a.isPoint() ? a.metric() : a.metric().in(Scope.EXCLUSIVE);
        Table table = Difference.of(a.profile(), b.profile(), metric, over);
        Column p = table.column("p_adjusted");
        Map<String, Double> byPath = new HashMap<>();
        for (int row = 0; row < table.rows(); row++)
            if (!p.isMissing(row))
                byPath.merge(table.column("path").text(row), p.number(row), Math::max);
        return byPath;
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    private static String sentence(
            String path, double before, double change, double p, Metric metric) {
        String size = QUANTITY.text(Math.abs(change), metric.unit());
        String tested = Double.isNaN(p) ? "" : ", p = " + Quantity.pValue(p);
        if (before == 0) return "%s is new: %s%s".formatted(path, size, tested);
        if (before + change == 0) return "%s is gone: %s less%s".formatted(path, size, tested);
        return "%s takes %s %s (%s%s%s)"
                .formatted(
                        path,
                        size,
                        change > 0 ? "more" : "less",
                        change > 0 ? "+" : "−",
                        Quantity.percent(Math.abs(change / before)),
                        tested);
    }

    public void writeTo(JsonWriter json) {
        json.name("verdict").value(note).name("tested").value(tested);
        json.name("notes").array().end().name("changes").array();
        for (Change each : changes) each.writeTo(json);
        json.end();
    }
}
