package treeline.single;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.numbers.Numbers;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.transform.NodeGroups;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;

import java.util.Locale;

/// Flat profile: the cost of each function (or line, file, module, activity) over all its callers.
/// Exclusive values sum to the total for every grouping. Inclusive values count recursive calls
/// once, so no function costs more than the run.
public final class FlatProfile {
    private FlatProfile() {}

    /// One row per group, largest exclusive value first: `exclusive`, `inclusive`, `share` of what
    /// the roots take, and how many nodes of the call tree it stands for.
    public static Table of(Profile profile, Metric metric, Grouping by, Reduction over) {
        Numbers run = Numbers.of(profile, metric);
        return of(profile, metric, by, over, run.total(run.inclusive(over)));
    }

    /// The same of a profile that is part of a run.
    ///
    /// @param whole what shares are of
    public static Table of(
            Profile profile, Metric metric, Grouping by, Reduction over, double whole) {
        String name = by.name().toLowerCase(Locale.ROOT);
        return of(profile, metric, by.of(profile.outline()), name, over, whole);
    }

    /// The same by other groups of nodes.
    ///
    /// @param name of the column of groups
    public static Table of(
            Profile profile,
            Metric metric,
            NodeGroups by,
            String name,
            Reduction over,
            double whole) {
        return of(FoldedNumbers.of(profile, metric, NodeMapping.flat(by), over), name, over, whole);
    }

    /// The same of a run that was folded while it was read.
    public static Table of(FoldedNumbers folded, String name, Reduction over, double whole) {
        CallTree groups = folded.groups();
        double[] exclusive = folded.numbers().exclusive(over);
        double[] inclusive = folded.numbers().inclusive(over);
        Unit unit = folded.numbers().metric().unit();
        return Table.of(
                        Column.text(name, groups.size(), groups::name),
                        Column.real("exclusive", exclusive).in(unit),
                        Column.real("inclusive", inclusive).in(unit),
                        Column.real("share", groups.size(), row -> exclusive[row] / whole).share(),
                        Column.whole("nodes", folded.nodes()))
                .sort(Order.descending("exclusive"));
    }
}
