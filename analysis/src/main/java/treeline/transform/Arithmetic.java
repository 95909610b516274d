package treeline.transform;

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
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/// Two profiles combined node by node and context by context: `a - b`, `a / b`. Nodes meet where
/// the same frame lies under the same parents. Sums and differences take what is missing as 0, so
/// that what exists on one side stays visible; products and quotients exist where both sides do.
public final class Arithmetic {
    /// The label that says which nodes exist on one side only.
    public static final String SIDE_LABEL = "only in";

    public static final String LEFT = "left";
    public static final String RIGHT = "right";

    /// What is done with two values.
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
        List<Fold> folds = Fold.union(List.of(left.tree(), right.tree()));
        Label side = side(folds.get(0), left, folds.get(1), right);
        return new Arithmetic(operation, folds.get(0).of(left), folds.get(1).of(right))
                .result(side);
    }

    private static Label side(Fold toLeft, Profile left, Fold toRight, Profile right) {
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
            metrics.add(
                    new Metric(metric.name(), unit(metric.unit(), other.unit()), scope(metric)));
            columns.add(column(metric, other, all));
        }
        if (metrics.isEmpty())
            throw new IllegalArgumentException(
                    "the profiles share no metric: one has %s, the other %s"
                            .formatted(names(left), names(right)));
        var outline = new Outline(left.tree(), List.of(side), all, metrics, Metadata.NONE);
        return new Profile(outline, new MetricTable(metrics, columns));
    }

    private static List<String> names(Profile profile) {
        return profile.metrics().stream().map(Metric::name).toList();
    }

    private @org.jspecify.annotations.Nullable Metric counterpart(Metric metric) {
        return right.metrics().stream()
                .filter(other -> other.name().equals(metric.name()))
                .filter(other -> other.scope() == metric.scope())
                .filter(other -> other.unit().convertsTo(metric.unit()))
                .findFirst()
                .orElse(null);
    }

    private Unit unit(Unit mine, Unit other) {
        return switch (operation) {
            case PLUS, MINUS -> mine;
            case DIVIDED_BY -> Unit.COUNT;
            case TIMES -> Unit.of(mine.symbol() + "·" + other.symbol());
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
        double factor = operation == Operation.TIMES ? 1 : other.unit().factorTo(metric.unit());
        var rows = new SparseRows.Builder(Math.max(mine.cells(), theirs.cells()), 0);
        for (Context context : contexts) {
            addRow(
                    rows,
                    new Cursor(mine, Collections.binarySearch(left.contexts(), context), 1),
                    new Cursor(
                            theirs, Collections.binarySearch(right.contexts(), context), factor));
            rows.endRow();
        }
        return MetricColumn.ofContexts(rows.build(), left.tree().size());
    }

    private void addRow(SparseRows.Builder rows, Cursor mine, Cursor theirs) {
        while (!mine.atEnd() || !theirs.atEnd()) {
            int node = Math.min(mine.node(), theirs.node());
            boolean both = mine.node() == theirs.node();
            double a = mine.node() == node ? mine.take() : 0;
            double b = theirs.node() == node ? theirs.take() : 0;
            switch (operation) {
                case PLUS -> rows.add(node, a + b);
                case MINUS -> rows.add(node, a - b);
                case TIMES -> {
                    if (both) rows.add(node, a * b);
                }
                case DIVIDED_BY -> {
                    if (both && b != 0) rows.add(node, a / b);
                }
            }
        }
    }

    /// Walks the cells of one context; a context that one side does not have is at its end.
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
