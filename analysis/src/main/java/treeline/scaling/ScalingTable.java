package treeline.scaling;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The scaling of each node as listed by all interfaces: the whole run first, then nodes by the
/// time lost against perfect scaling.
///
/// @param result the requested quantity
/// @param efficiency the efficiencies that losses are computed from; empty if settings are not
///   process counts, because perfect scaling is then undefined
/// @param table `node`, `path`, `own_lost` and `own_first_below` if losses are defined, and one
///   column per setting
public record ScalingTable(ScalingResult result, Optional<ScalingResult> efficiency, Table table) {
    /// Before the names of columns that are of a node without its callees: those beside them may be
    /// inclusive.
    private static final String OWN = "own_";

    private static final String LOST = "lost";
    private static final String BELOW = "first_below";

    /// What a node loses without its callees.
    public static final String OWN_LOST = OWN + LOST;

    /// From which setting on a node is below [ScalingResult#DEFAULT_EFFICIENCY] without its
    /// callees.
    public static final String OWN_BELOW = OWN + BELOW;

    /// How runs scale.
    ///
    /// @param settings a column each, also where these runs have no such setting
    /// @param counts whether settings are numbers of processes
    public static ScalingTable of(
            Scaling scaling, Ensemble ensemble, List<String> settings, boolean counts) {
        ScalingResult result = scaling.on(ensemble);
        Optional<ScalingResult> efficiency =
                counts ? Optional.of(efficient(scaling).on(ensemble)) : Optional.empty();
        Table ordered =
                efficiency
                        .map(each -> byLoss(result, each))
                        .orElseGet(() -> bySize(result, scaling, ensemble));
        return new ScalingTable(
                result,
                efficiency,
                shown(wholeFirst(ordered, scaling, ensemble), settings, efficiency.isPresent()));
    }

    /// The root with the largest inclusive value is the whole run, which readers look for first.
    private static Table wholeFirst(Table rows, Scaling scaling, Ensemble ensemble) {
        CallTree tree = ensemble.tree();
        if (scaling.metric().scope() != Metric.Scope.INCLUSIVE) return rows;
        double[] largest = Statistics.values(ensemble, scaling.metric(), Statistic.MAX);
        int whole = -1;
        for (int node = 0; node < tree.size(); node = tree.subtreeEnd(node)) {
            boolean isLarger = whole < 0 || largest[node] > largest[whole];
            if (isLarger && !tree.frame(node).isOutsideRegions()) whole = node;
        }
        int first = whole;
        Table top = rows.filter(row -> rows.whole("node").at(row) == first);
        return Table.concat(List.of(top, rows.filter(row -> rows.whole("node").at(row) != first)));
    }

    private static Scaling efficient(Scaling scaling) {
        return scaling.kind() == Scaling.Kind.SPEEDUP
                ? scaling.as(Scaling.Kind.STRONG_EFFICIENCY)
                : scaling;
    }

    private static Table byLoss(ScalingResult result, ScalingResult efficiency) {
        Table losses = efficiency.losses(ScalingResult.DEFAULT_EFFICIENCY);
        return result.table()
                .leftJoin(losses.select("node", BELOW, LOST), "node")
                .sort(Order.descending(LOST));
    }

    /// Where no time is perfect, what is largest comes first.
    private static Table bySize(ScalingResult result, Scaling scaling, Ensemble ensemble) {
        Table table = result.table();
        double[] largest = Statistics.values(ensemble, scaling.metric(), Statistic.MAX);
        String order = "largest value";
        return table.with(
                        Column.real(
                                order,
                                table.rows(),
                                row -> largest[(int) table.whole("node").at(row)]))
                .sort(Order.descending(order));
    }

    private static Table shown(Table table, List<String> settings, boolean losses) {
        List<Column> shown = new ArrayList<>();
        shown.add(table.column("node"));
        shown.add(table.column("path"));
        if (losses) {
            shown.add(table.column(LOST).renamed(OWN_LOST).headed("self lost"));
            shown.add(table.column(BELOW).renamed(OWN_BELOW).headed("self <80 %"));
        }
        for (String setting : settings)
            shown.add(
                    table.names().contains(setting)
                            ? table.column(setting)
                            : Column.real(setting, table.rows(), _ -> Double.NaN));
        return Table.of(shown);
    }
}
