package treeline.single;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Activities;
import treeline.numbers.Numbers;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.transform.Reduction;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/// How a run's exclusive time splits over categories: the tags of a recording, or what the run does
/// (communication, files, the rest).
public final class Shares {
    private Shares() {}

    /// By a label such as `tag`. A node without one belongs to its nearest ancestor that has one:
    /// what a tagged region calls is part of it.
    public static Table byLabel(Profile profile, String label, Metric metric, Reduction over) {
        String[] labels = InheritedLabel.of(profile.outline(), label);
        return of(profile, metric, over, node -> labels[node]);
    }

    /// By what the run does: computation, communication, synchronisation, files, kernels; see
    /// [Activities].
    public static Table byActivity(Profile profile, Metric metric, Reduction over) {
        Activities activities = Activities.of(profile.outline());
        return of(profile, metric, over, node -> activities.of(node).text());
    }

    /// `category`, `value`, `share`; largest first.
    private static Table of(
            Profile profile, Metric metric, Reduction over, IntFunction<String> category) {
        Numbers numbers = Numbers.of(profile, metric.in(Scope.EXCLUSIVE));
        double[] exclusive = numbers.exclusive(over);
        double whole = numbers.total(numbers.inclusive(over));
        Map<String, Double> sums = new LinkedHashMap<>();
        for (int node = 0; node < exclusive.length; node++) {
            if (Double.isNaN(exclusive[node])) continue;
            sums.merge(category.apply(node), exclusive[node], Double::sum);
        }
        double[] values = sums.values().stream().mapToDouble(Double::doubleValue).toArray();
        return Table.of(
                        Column.text("category", sums.keySet().stream().toList()),
                        Column.real("value", values),
                        Column.real("share", values.length, row -> values[row] / whole))
                .sort(Order.descending("value"));
    }
}
