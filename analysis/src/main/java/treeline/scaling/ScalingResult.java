package treeline.scaling;

import org.jspecify.annotations.Nullable;

import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeThreshold;
import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.scaling.Scaling.Kind;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/// Scaling of an ensemble, per node and for the whole run, with the nodes that limit it. If runs
/// are grouped, all tables start with a column `group`.
public final class ScalingResult {
    /// An efficiency below which more processes are mostly not worth their cost.
    public static final double DEFAULT_EFFICIENCY = 0.8;

    /// The baseline is the first setting that a group has.
    static final int FIRST = -1;

    private static final String GROUP = "group";
    private static final String LOST = "lost";

    /// Times grow with processes as a power of their number: 0 where scaling is weak and perfect,
    /// -1 where it is strong and perfect. Both get worse towards 1.
    private static final double WEAK_ABOVE = -0.15;

    private static final double STRONG_BELOW = -0.3;

    /// The runs of one group.
    ///
    /// @param means one averaged run per setting of the group
    /// @param row the index of each setting in `means`, or -1 if the group lacks it
    /// @param base the reference setting
    /// @param totals the time of the whole program by setting, NaN if the group lacks it
    record Series(
            String group,
            Ensemble means,
            ImmutableInts row,
            int base,
            ImmutableDoubles totals,
            NodeThreshold shown) {}

    private final Scaling scaling;
    private final Metric own;
    private final List<String> paths;
    private final List<String> settings;
    private final double[] processes;
    private final List<Series> series;

    /// @param own the metric without callees
    ScalingResult(
            Scaling scaling,
            Metric own,
            List<String> paths,
            List<String> settings,
            double[] processes,
            List<Series> series) {
        this.scaling = scaling;
        this.own = own;
        this.paths = paths;
        this.settings = List.copyOf(settings);
        this.processes = processes;
        this.series = List.copyOf(series);
    }

    /// The settings in ascending order, as text.
    public List<String> settings() {
        return settings;
    }

    /// How many rows the threshold leaves out.
    public int hidden() {
        return series.stream().mapToInt(each -> each.shown.hidden()).sum();
    }

    /// The groups without a run at the baseline: they cannot be compared.
    public List<String> withoutBaseline() {
        return series.stream()
                .filter(each -> each.row.at(each.base) < 0)
                .map(Series::group)
                .toList();
    }

    /// `node`, `path` and a column for each setting, ascending and called by it. Missing where a
    /// node has no value there or at the baseline.
    public Table table() {
        List<Table> tables = new ArrayList<>();
        for (Series each : series) {
            int[] nodes = each.shown.nodes();
            MetricColumn values = each.means.column(scaling.metric());
            List<Column> columns = new ArrayList<>();
            columns.add(Column.whole(Ensemble.NODE, nodes.length, row -> nodes[row]));
            columns.add(Column.text(Ensemble.PATH, nodes, paths));
            for (int setting = 0; setting < settings.size(); setting++) {
                int n = setting;
                columns.add(
                        Column.real(
                                heading(setting),
                                nodes.length,
                                row -> ratio(each, n, s -> at(each, values, s, nodes[row]))));
            }
            tables.add(labelled(each, columns));
        }
        return Table.concat(tables);
    }

    /// The whole program: `setting`, `time` (all values of a run, each counted once) and the
    /// speedup or efficiency, called by its kind.
    public Table overall() {
        List<Table> tables = new ArrayList<>();
        for (Series each : series) {
            ImmutableDoubles totals = each.totals;
            String kind = scaling.kind().name().toLowerCase(Locale.ROOT);
            tables.add(
                    labelled(
                            each,
                            List.of(
                                    Column.text("setting", settings),
                                    Column.real("time", settings.size(), totals::at),
                                    Column.real(
                                            kind,
                                            settings.size(),
                                            n -> ratio(each, n, totals::at)))));
        }
        return Table.concat(tables);
    }

    /// [#losses(double)] for [#DEFAULT_EFFICIENCY].
    public Table losses() {
        return losses(DEFAULT_EFFICIENCY);
    }

    /// Which nodes stop runs from scaling, those that lose most first: `node`, `path`,
    /// `first_below` (the first number of processes above the baseline at which the efficiency is
    /// below `least`), `efficiency` at the largest number of processes, and the time `lost` there,
    /// over what perfect scaling would take. A node that appears with more processes only, such as
    /// communication, loses all its time.
    ///
    /// Nodes count without their callees, so that losses add up where all runs of a setting have
    /// the same nodes, and without what was measured outside of all regions.
    ///
    /// @throws IllegalArgumentException of a speedup, which knows no perfect time
    public Table losses(double least) {
        if (!scaling.kind().countsProcesses())
            throw new IllegalArgumentException(
                    "lost time is defined against perfect scaling: use strong or weak efficiency");
        List<Table> tables = new ArrayList<>();
        for (Series each : series) tables.add(losses(each, least));
        return Table.concat(tables);
    }

    private Table losses(Series each, double least) {
        int[] nodes =
                Arrays.stream(each.shown.nodes())
                        .filter(node -> !each.means.tree().frame(node).isOutsideRegions())
                        .toArray();
        MetricColumn values = each.means.column(own);
        int last = last(each);
        List<Column> columns = new ArrayList<>();
        columns.add(Column.whole(Ensemble.NODE, nodes.length, row -> nodes[row]));
        columns.add(Column.text(Ensemble.PATH, nodes, paths));
        columns.add(
                Column.text(
                        "first_below",
                        nodes.length,
                        row -> firstBelow(each, s -> at(each, values, s, nodes[row]), least)));
        columns.add(
                Column.real(
                        "efficiency",
                        nodes.length,
                        row -> ratio(each, last, s -> at(each, values, s, nodes[row]))));
        columns.add(
                Column.real(
                                LOST,
                                nodes.length,
                                row ->
                                        orZero(at(each, values, last, nodes[row]))
                                                - orZero(at(each, values, each.base, nodes[row]))
                                                        * perfect(each, last))
                        .in(own.unit()));
        return labelled(each, columns, Order.descending(LOST));
    }

    /// The first setting of the whole program, of the first group, at which its efficiency is below
    /// this; empty where there is none.
    public Optional<String> firstBelow(double least) {
        Series first = series.getFirst();
        return Optional.ofNullable(firstBelow(first, first.totals::at, least));
    }

    /// Whether the efficiency of the whole run is at least `least` again after it was below.
    public boolean recovers(double least) {
        Series first = series.getFirst();
        boolean wasBelow = false;
        for (int n = first.base + 1; n < settings.size(); n++) {
            double ratio = ratio(first, n, first.totals::at);
            if (wasBelow && ratio >= least) return true;
            wasBelow |= ratio < least;
        }
        return false;
    }

    private @Nullable String firstBelow(Series each, IntToDoubleFunction time, double least) {
        for (int n = each.base + 1; n < settings.size(); n++)
            if (ratio(each, n, time) < least) return settings.get(n);
        return null;
    }

    /// Whether times grow with processes as those of weak or fall as those of strong scaling; empty
    /// where that is not clear, or settings are no numbers of processes. It is a guess, for a
    /// warning where another kind was asked for.
    public Optional<Kind> guess() {
        double slope =
                series.stream()
                        .mapToDouble(each -> LogSlope.of(processes, each.totals.toArray()))
                        .filter(Double::isFinite)
                        .average()
                        .orElse(Double.NaN);
        if (slope > WEAK_ABOVE) return Optional.of(Kind.WEAK_EFFICIENCY);
        return slope < STRONG_BELOW ? Optional.of(Kind.STRONG_EFFICIENCY) : Optional.empty();
    }

    private double ratio(Series each, int n, IntToDoubleFunction time) {
        double ratio = time.applyAsDouble(each.base) / time.applyAsDouble(n);
        return switch (scaling.kind()) {
            case SPEEDUP, WEAK_EFFICIENCY -> ratio;
            case STRONG_EFFICIENCY -> ratio * processes[each.base] / processes[n];
        };
    }

    /// What perfect scaling leaves of the time at the baseline.
    private double perfect(Series each, int n) {
        return scaling.kind() == Kind.STRONG_EFFICIENCY ? processes[each.base] / processes[n] : 1;
    }

    private static double at(Series each, MetricColumn values, int setting, int node) {
        int row = each.row.at(setting);
        return row < 0 ? Double.NaN : values.at(row, node);
    }

    private int last(Series each) {
        int last = settings.size() - 1;
        while (last > each.base && each.row.at(last) < 0) last--;
        return last;
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    private Table labelled(Series each, List<Column> columns, Order... order) {
        Table table = Table.of(columns).sort(order);
        if (scaling.groups().isEmpty()) return table;
        List<Column> all = new ArrayList<>();
        all.add(Column.text(GROUP, table.rows(), _ -> each.group));
        all.addAll(table.columns());
        return Table.of(all);
    }

    /// Texts may be called as another column is.
    private String heading(int setting) {
        String label = settings.get(setting);
        boolean taken = List.of(GROUP, Ensemble.NODE, Ensemble.PATH).contains(label);
        return taken ? "%s=%s".formatted(scaling.column(), label) : label;
    }
}
