package treeline.single;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.transform.Fold;
import treeline.transform.NodeValues;
import treeline.transform.Reduction;
import treeline.transform.Scopes;

/// What each function (or line, file, module, activity) costs, whoever called it. Exclusive values
/// add up to the total whatever the grouping; inclusive values count a function within itself once,
/// so a recursive one never costs more than the run.
public final class FlatProfile {
    private FlatProfile() {}

    /// One row a group, largest exclusive value first: `exclusive`, `inclusive`, `share` of the
    /// exclusive total, and how many nodes of the call tree it stands for.
    public static Table of(Profile profile, Metric metric, Grouping by, Reduction over) {
        Fold fold = Fold.flat(by.of(profile.outline()));
        CallTree groups = fold.tree();
        Profile reduced = OneContext.of(profile, metric, over);
        double[] exclusive = folded(reduced, metric, Scope.EXCLUSIVE, fold, over);
        double[] inclusive = folded(reduced, metric, Scope.INCLUSIVE, fold, over);
        long[] nodes = new long[groups.size()];
        for (int node = 0; node < profile.tree().size(); node++) nodes[fold.target(node)]++;
        double total = 0;
        for (double each : exclusive) if (each > 0) total += each;
        double whole = total;
        return Table.of(
                        Column.text(
                                by.name().toLowerCase(java.util.Locale.ROOT),
                                groups.size(),
                                groups::name),
                        Column.real("exclusive", exclusive),
                        Column.real("inclusive", inclusive),
                        Column.real("share", groups.size(), row -> exclusive[row] / whole),
                        Column.whole("nodes", nodes))
                .sort(Order.descending("exclusive"));
    }

    static double[] folded(Profile profile, Metric metric, Scope scope, Fold fold, Reduction over) {
        Metric scoped = new Metric(metric.name(), metric.unit(), scope);
        Profile alone = profile.withOnly(scoped, Scopes.column(profile, metric, scope));
        return NodeValues.reduced(fold.of(alone).column(scoped), over);
    }
}
