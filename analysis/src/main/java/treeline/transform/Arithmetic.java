package treeline.transform;

import org.jspecify.annotations.Nullable;

import treeline.model.Context;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Element-wise arithmetic of two profiles by node and context: `a - b`, `a / b`. Nodes are matched
/// by call path. Sums and differences treat missing values as 0, so that nodes of one side stay
/// visible; products and quotients need both sides, and division by 0 gives no value. Iterations
/// are summed.
public final class Arithmetic {
    /// The label that says which nodes exist on one side only.
    public static final String SIDE_LABEL = "only in";

    public static final String LEFT = "left";
    public static final String RIGHT = "right";

    /// The arithmetic operation.
    public enum Operation {
        PLUS,
        MINUS,
        TIMES,
        DIVIDED_BY
    }

    private final Operation operation;
    private final Profile left;
    private final Profile right;

    private Arithmetic(Operation operation, Profile left, Profile right) {
        this.operation = operation;
        this.left = left;
        this.right = right;
    }

    /// The result has the metrics that both have, in the unit of the left one where units convert.
    public static Profile of(Profile left, Operation operation, Profile right) {
        List<NodeMapping> folds = NodeMapping.union(List.of(left.tree(), right.tree()));
        Label side = side(folds.get(0), left, folds.get(1), right);
        return new Arithmetic(operation, folds.get(0).of(left), folds.get(1).of(right))
                .result(side);
    }

    private static Label side(
            NodeMapping toLeft, Profile left, NodeMapping toRight, Profile right) {
        int nodes = toLeft.tree().size();
        var inLeft = new BitSet(nodes);
        var inRight = new BitSet(nodes);
        for (int node = 0; node < left.tree().size(); node++) inLeft.set(toLeft.target(node));
        for (int node = 0; node < right.tree().size(); node++) inRight.set(toRight.target(node));
        List<String> side = new ArrayList<>(nodes);
        for (int node = 0; node < nodes; node++)
            side.add(inLeft.get(node) && inRight.get(node) ? "" : inLeft.get(node) ? LEFT : RIGHT);
        return Label.of(SIDE_LABEL, side);
    }

    private Profile result(Label side) {
        var contexts = new TreeSet<>(left.contexts());
        contexts.addAll(right.contexts());
        List<Context> all = List.copyOf(contexts);
        List<Metric> metrics = new ArrayList<>();
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric metric : left.metrics()) {
            Metric other = counterpart(metric);
            if (other == null) continue;
            metrics.add(new Metric(metric.name(), unit(metric.unit()), scope(metric)));
            columns.add(column(metric, other, all));
        }
        if (metrics.isEmpty())
            throw new IllegalArgumentException(
                    "the profiles have no metric in common: the first has %s, the second %s"
                            .formatted(names(left), names(right)));
        var outline = new Outline(left.tree(), List.of(side), all, metrics, Metadata.NONE);
        return new Profile(outline, new MetricTable(metrics, columns));
    }

    private static List<String> names(Profile profile) {
        return profile.metrics().stream().map(Metric::name).toList();
    }

    private @Nullable Metric counterpart(Metric metric) {
        return right.metrics().stream()
                .filter(other -> other.name().equals(metric.name()))
                .filter(other -> other.scope() == metric.scope())
                .filter(other -> other.unit().convertsTo(metric.unit()))
                .findFirst()
                .orElse(null);
    }

    private Unit unit(Unit unit) {
        return switch (operation) {
            case PLUS, MINUS -> unit;
            case DIVIDED_BY -> Unit.COUNT;
            case TIMES -> Expression.joined(unit, "·", unit);
        };
    }

    /// A product or quotient of inclusive values does not add up over the tree any more.
    private Metric.Scope scope(Metric metric) {
        return switch (operation) {
            case PLUS, MINUS -> metric.scope();
            case DIVIDED_BY, TIMES -> Metric.Scope.POINT;
        };
    }

    private MetricColumn column(Metric metric, Metric other, List<Context> contexts) {
        SparseRows mine = left.column(metric).byContext();
        SparseRows theirs = right.column(other).byContext();
        double factor = other.unit().factorTo(metric.unit());
        Map<Context, Integer> rowOfMine = rows(left);
        Map<Context, Integer> rowOfTheirs = rows(right);
        var rows = new SparseRows.Builder(Math.max(mine.cells(), theirs.cells()), 0);
        for (Context context : contexts) {
            addRow(
                    rows,
                    new Cursor(mine, rowOfMine.getOrDefault(context, -1), 1),
                    new Cursor(theirs, rowOfTheirs.getOrDefault(context, -1), factor));
            rows.endRow();
        }
        return MetricColumn.ofContexts(rows.build(), left.tree().size());
    }

    private static Map<Context, Integer> rows(Profile profile) {
        Map<Context, Integer> rows = new HashMap<>();
        for (Context context : profile.contexts()) rows.put(context, rows.size());
        return rows;
    }

    private void addRow(SparseRows.Builder rows, Cursor mine, Cursor theirs) {
        while (!mine.atEnd() || !theirs.atEnd()) {
            int node = Math.min(mine.node(), theirs.node());
            double a = mine.node() == node ? mine.take() : Double.NaN;
            double b = theirs.node() == node ? theirs.take() : Double.NaN;
            double result = result(a, b);
            if (!Double.isNaN(result)) rows.add(node, result);
        }
    }

    /// NaN is nothing, on either side and as result.
    private double result(double a, double b) {
        if (Double.isNaN(a) && Double.isNaN(b)) return Double.NaN;
        return switch (operation) {
            case PLUS -> orZero(a) + orZero(b);
            case MINUS -> orZero(a) - orZero(b);
            case TIMES -> a * b;
            case DIVIDED_BY -> b == 0 ? Double.NaN : a / b;
        };
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    /// Iterates over the cells of one context; empty if a side lacks the context.
    private static final class Cursor {
        private final SparseRows rows;
        private final double factor;
        private final int end;
        private int cell;

        Cursor(SparseRows rows, int row, double factor) {
            this.rows = rows;
            this.factor = factor;
            this.cell = row < 0 ? 0 : rows.start(row);
            this.end = row < 0 ? 0 : rows.end(row);
        }

        boolean atEnd() {
            return cell == end;
        }

        int node() {
            return atEnd() ? Integer.MAX_VALUE : rows.index(cell);
        }

        double take() {
            return rows.value(cell++) * factor;
        }
    }
}
