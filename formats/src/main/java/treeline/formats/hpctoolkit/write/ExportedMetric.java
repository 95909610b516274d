package treeline.formats.hpctoolkit.write;

import org.jspecify.annotations.Nullable;

import treeline.formats.hpctoolkit.values.ValueColumn;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A metric as stored in a database: in the scopes `point`, `function` and `execution`. The profile
/// has one or two of them, and the others are computed. Columns are ordered by context id.
///
/// @param name including the unit, such as `time (sec)`
/// @param columns one for each of [#SCOPES]
public record ExportedMetric(String name, List<MetricColumn> columns) {
    /// The scopes in the order of their ids.
    static final List<String> SCOPES = List.of("point", "function", "execution");

    static final String FUNCTION_SUFFIX = " (function)";
    static final int MAX_METRICS = 0x10000 / SCOPES.size();

    public ExportedMetric {
        columns = List.copyOf(columns);
    }

    public static List<ExportedMetric> of(Profile profile, ExportedTree tree) {
        Set<Metric> exclusive = new LinkedHashSet<>();
        for (Metric metric : profile.metrics())
            if (metric.addsUp()) exclusive.add(metric.in(Metric.Scope.EXCLUSIVE));
        if (exclusive.size() > MAX_METRICS)
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "HPCToolkit databases store at most %,d metrics, found %,d",
                            MAX_METRICS,
                            exclusive.size()));
        List<ExportedMetric> metrics = new ArrayList<>();
        for (Metric metric : exclusive) metrics.add(of(profile, tree, metric));
        return metrics;
    }

    private static ExportedMetric of(Profile profile, ExportedTree tree, Metric own) {
        double factor = factor(own.unit());
        SparseRows point = profile.column(own).byContext();
        SparseRows whole = profile.column(own.in(Metric.Scope.INCLUSIVE)).byContext();
        Metric function = functionOf(own);
        SparseRows inFunction =
                profile.metrics().contains(function)
                        ? profile.column(function).byContext()
                        : function(point, tree);
        return new ExportedMetric(
                storedName(withClock(profile, own)),
                List.of(
                        stored(point, tree, factor, false),
                        stored(inFunction, tree, factor, false),
                        stored(whole, tree, factor, true)));
    }

    /// The reading that holds what a function has with its loops and lines.
    public static Metric functionOf(Metric metric) {
        return new Metric(metric.name() + FUNCTION_SUFFIX, metric.unit(), Metric.Scope.POINT);
    }

    /// The time with the name of its clock, if a database of HPCToolkit said it.
    private static Metric withClock(Profile profile, Metric metric) {
        return profile.outline()
                .storedName(metric.name())
                .filter(ValueColumn.TIMES::contains)
                .map(clock -> new Metric(clock, metric.unit(), metric.scope()))
                .orElse(metric);
    }

    /// The name with the unit that the values are written in.
    static String storedName(Metric metric) {
        String symbol = written(metric.unit()).symbol();
        String name = metric.name().replaceAll("\\p{Cntrl}", " ").strip();
        return switch (symbol) {
            case "" -> name;
            case "s" -> name + " (sec)";
            case "us" -> name + " (usec)";
            default -> "%s (%s)".formatted(name, symbol);
        };
    }

    /// Units that a symbol says are written as they are, others as the base of their dimension.
    static Unit written(Unit unit) {
        if (Unit.of(unit.symbol()).equals(unit)) return unit;
        return switch (unit.dimension()) {
            case TIME -> Unit.SECONDS;
            case BYTES -> Unit.BYTES;
            case COUNT -> Unit.COUNT;
            case OTHER -> unit;
        };
    }

    private static double factor(Unit unit) {
        return unit.factorTo(written(unit));
    }

    /// Whether the name says again what the metric was called and measured in.
    public static boolean isNameKept(Metric metric) {
        String stored = storedName(metric);
        return ValueColumn.bareName(stored).equals(metric.name())
                && ValueColumn.unitOf(stored).equals(metric.unit());
    }

    /// What nodes have together with those that stand in their code. Nodes are visited from the
    /// last to the first, so that each is complete before its parent takes it.
    private static SparseRows function(SparseRows point, ExportedTree tree) {
        CallTree nodes = tree.tree();
        double[] sum = new double[nodes.size()];
        var touched = new BitSet();
        var rows = new SparseRows.Builder(point.cells(), 0);
        for (int context = 0; context < point.rows(); context++) {
            for (int cell = point.start(context); cell < point.end(context); cell++)
                if (!Double.isNaN(point.value(cell))) {
                    sum[point.index(cell)] = point.value(cell);
                    touched.set(point.index(cell));
                }
            for (int node = touched.length() - 1; node >= 0; ) {
                int parent = nodes.parent(node);
                if (parent != CallTree.NO_PARENT && tree.isLexical(node)) {
                    sum[parent] += sum[node];
                    touched.set(parent);
                }
                node = touched.previousSetBit(node - 1);
            }
            for (int node = touched.nextSetBit(0); node >= 0; node = touched.nextSetBit(node + 1)) {
                rows.add(node, sum[node]);
                sum[node] = 0;
            }
            touched.clear();
            rows.endRow();
        }
        return rows.build();
    }

    /// By context id. What is no number is not there.
    ///
    /// @param totals whether the whole program and the added entry point have what their nodes have
    private static MetricColumn stored(
            SparseRows from, ExportedTree tree, double factor, boolean totals) {
        var rows = new SparseRows.Builder(from.cells() + 2 * from.rows(), 0);
        for (int context = 0; context < from.rows(); context++) {
            if (totals) addTotals(from, context, tree, factor, rows);
            for (int cell = from.start(context); cell < from.end(context); cell++)
                if (!Double.isNaN(from.value(cell)))
                    rows.add(tree.context(from.index(cell)), from.value(cell) * factor);
            rows.endRow();
        }
        return MetricColumn.ofContexts(rows.build(), tree.contexts());
    }

    private static void addTotals(
            SparseRows from,
            int context,
            ExportedTree tree,
            double factor,
            SparseRows.Builder rows) {
        Double all = total(from, context, tree, false);
        Double below = total(from, context, tree, true);
        if (all != null) rows.add(ExportedTree.GLOBAL, all * factor);
        if (below != null) rows.add(tree.addedEntry(), below * factor);
    }

    /// The sum of the topmost nodes that have a value; null where none has.
    private static @Nullable Double total(
            SparseRows from, int context, ExportedTree tree, boolean belowAdded) {
        Double total = null;
        int end = 0;
        for (int cell = from.start(context); cell < from.end(context); cell++) {
            int node = from.index(cell);
            if (node < end || Double.isNaN(from.value(cell))) continue;
            if (belowAdded && !tree.isBelowAdded(node)) continue;
            total = (total == null ? 0 : total) + from.value(cell);
            end = tree.tree().subtreeEnd(node);
        }
        return total;
    }
}
