package treeline.single;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.numbers.activity.Activities;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.transform.Reduction;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/// Exclusive time by category: the tags of a recording, or activities (communication, I/O,
/// computation).
public final class Shares {
    private Shares() {}

    /// By a label such as `tag`. A node without one belongs to its nearest ancestor that has one:
    /// what a tagged region calls is part of it.
    public static Table byLabel(Profile profile, String label, Metric metric, Reduction over) {
        return byLabel(profile, label, metric, over, total(profile, metric, over));
    }

    /// The same of a profile that is part of a run.
    ///
    /// @param whole what shares are of
    public static Table byLabel(
            Profile profile, String label, Metric metric, Reduction over, double whole) {
        String[] labels = InheritedLabel.of(profile.outline(), label);
        return of(profile, metric, over, whole, node -> labels[node]);
    }

    /// By what the run does: computation, communication, synchronisation, files, kernels; see
    /// [Activities].
    public static Table byActivity(Profile profile, Metric metric, Reduction over) {
        return byActivity(profile, metric, over, total(profile, metric, over));
    }

    /// The same of a profile that is part of a run.
    ///
    /// @param whole what shares are of
    public static Table byActivity(Profile profile, Metric metric, Reduction over, double whole) {
        Activities activities = Activities.of(profile.outline());
        return of(profile, metric, over, whole, node -> activities.of(node).text());
    }

    private static double total(Profile profile, Metric metric, Reduction over) {
        Numbers numbers = Numbers.of(profile, metric);
        return numbers.total(numbers.inclusive(over));
    }

    /// `category`, `value`, `share`; largest first.
    private static Table of(
            Profile profile,
            Metric metric,
            Reduction over,
            double whole,
            IntFunction<String> category) {
        Numbers numbers = Numbers.of(profile, metric.in(Scope.EXCLUSIVE));
        double[] exclusive = numbers.exclusive(over);
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
