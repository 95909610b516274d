package treeline.single;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.transform.NodeValues;
import treeline.transform.Reduction;

import java.util.List;

/// A profile whose contexts were already added up, where that may be done first: sums and means of
/// exclusive values commute with adding them up over the tree, and one context is less to carry
/// than thousands.
final class OneContext {
    private OneContext() {}

    /// A profile that gives the same sums or means of this metric over contexts. What was measured
    /// as inclusive stays as it is: contexts may lack some of it, and sums would hide which.
    static Profile of(Profile profile, Metric metric, Reduction over) {
        boolean onlyExclusive =
                metric.scope() == Metric.Scope.EXCLUSIVE
                        && profile.metrics().stream()
                                .noneMatch(
                                        other ->
                                                other.name().equals(metric.name())
                                                        && !other.equals(metric));
        if (!onlyExclusive) return profile;
        return switch (over) {
            case SUM, MEAN ->
                    reduced(profile.withOnly(metric, profile.column(metric)), metric, over);
            case MIN, MAX -> profile;
        };
    }

    private static Profile reduced(Profile profile, Metric metric, Reduction over) {
        double[] values = NodeValues.reduced(profile.column(metric), over);
        var row = new SparseRows.Builder(values.length, 0);
        for (int node = 0; node < values.length; node++)
            if (!Double.isNaN(values[node])) row.add(node, values[node]);
        MetricColumn column = MetricColumn.ofContexts(row.endRow().build(), values.length);
        Outline old = profile.outline();
        return new Profile(
                new Outline(
                        old.tree(),
                        old.labels(),
                        List.of(Context.WHOLE),
                        old.metrics(),
                        old.metadata()),
                new MetricTable(old.metrics(), List.of(column)));
    }
}
