package treeline.transform;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.List;
import java.util.stream.IntStream;

/// Inclusive from exclusive values and back, for each context on its own. Tools record one of the
/// two; analyses need now this and now that.
public final class Scopes {
    private Scopes() {}

    /// The profile with this metric in another scope beside it, computed from the one it has;
    /// unchanged if it is there already.
    public static Profile with(Profile profile, Metric metric, Scope scope) {
        Metric wanted = new Metric(metric.name(), metric.unit(), scope);
        if (profile.metrics().contains(wanted)) return profile;
        return profile.with(wanted, column(profile, metric, scope));
    }

    /// The metric's values in a scope: as measured, or computed from the other one.
    public static MetricColumn column(Profile profile, Metric metric, Scope scope) {
        Metric wanted = new Metric(metric.name(), metric.unit(), scope);
        if (profile.metrics().contains(wanted)) return profile.column(wanted);
        MetricColumn known = profile.column(metric);
        return switch (metric.scope()) {
            case POINT ->
                    throw new IllegalArgumentException(
                            "metric '%s' is a reading at a point and has no %s values"
                                    .formatted(
                                            metric.name(),
                                            scope.name().toLowerCase(java.util.Locale.ROOT)));
            case EXCLUSIVE -> scope == Scope.INCLUSIVE ? inclusive(profile.tree(), known) : known;
            case INCLUSIVE -> scope == Scope.EXCLUSIVE ? exclusive(profile.tree(), known) : known;
        };
    }

    /// Replaces every inclusive metric that has an exclusive one of its name by the sums of that
    /// one: what inclusive means after nodes were left out.
    public static Profile recomputed(Profile profile) {
        Profile recomputed = profile;
        for (Metric metric : profile.metrics()) {
            Metric exclusive = new Metric(metric.name(), metric.unit(), Scope.EXCLUSIVE);
            if (metric.scope() == Scope.INCLUSIVE && profile.metrics().contains(exclusive))
                recomputed =
                        recomputed.with(
                                metric, inclusive(profile.tree(), profile.column(exclusive)));
        }
        return recomputed;
    }

    /// Each node with everything below it; callers of what a context ran get a value even where
    /// they had none of their own.
    static MetricColumn inclusive(CallTree tree, MetricColumn exclusive) {
        SparseRows rows = exclusive.byContext();
        return byContext(
                rows,
                tree.size(),
                (context, below, out) -> {
                    int[] ran = RunNodes.withCallers(tree, rows, context);
                    for (int cell = rows.start(context); cell < rows.end(context); cell++)
                        below[rows.index(cell)] = rows.value(cell);
                    for (int i = ran.length - 1; i >= 0; i--) {
                        int parent = tree.parent(ran[i]);
                        if (parent != CallTree.NO_PARENT) below[parent] += below[ran[i]];
                    }
                    for (int node : ran) {
                        out.add(node, below[node]);
                        below[node] = 0;
                    }
                });
    }

    /// Each node without its children. Where a tool measured less at a node than at its children,
    /// the result is negative: that is what was recorded, and no number is made up.
    static MetricColumn exclusive(CallTree tree, MetricColumn inclusive) {
        SparseRows rows = inclusive.byContext();
        return byContext(
                rows,
                tree.size(),
                (context, ofChildren, out) -> {
                    for (int cell = rows.start(context); cell < rows.end(context); cell++)
                        ofChildren[rows.index(cell)] = 0;
                    for (int cell = rows.start(context); cell < rows.end(context); cell++) {
                        int parent = tree.parent(rows.index(cell));
                        if (parent != CallTree.NO_PARENT) ofChildren[parent] += rows.value(cell);
                    }
                    for (int cell = rows.start(context); cell < rows.end(context); cell++)
                        out.add(rows.index(cell), rows.value(cell) - ofChildren[rows.index(cell)]);
                    for (int cell = rows.start(context); cell < rows.end(context); cell++) {
                        int parent = tree.parent(rows.index(cell));
                        if (parent != CallTree.NO_PARENT) ofChildren[parent] = 0;
                    }
                });
    }

    /// Fills one row of a column, with an array of zeros as long as the tree that it leaves as
    /// zeros.
    @FunctionalInterface
    private interface RowOfContext {
        void fill(int context, double[] zeros, SparseRows.Builder out);
    }

    private static MetricColumn byContext(SparseRows rows, int nodes, RowOfContext row) {
        int tasks = Math.min(rows.rows(), Runtime.getRuntime().availableProcessors() * 4);
        List<SparseRows> parts =
                IntStream.range(0, tasks)
                        .parallel()
                        .mapToObj(task -> filled(rows, nodes, row, task, tasks))
                        .toList();
        return MetricColumn.ofContexts(tasks == 0 ? rows : SparseRows.concatenated(parts), nodes);
    }

    private static SparseRows filled(
            SparseRows rows, int nodes, RowOfContext row, int task, int tasks) {
        int from = (int) ((long) rows.rows() * task / tasks);
        int to = (int) ((long) rows.rows() * (task + 1) / tasks);
        double[] zeros = new double[nodes];
        var out = new SparseRows.Builder(rows.end(to - 1) - rows.start(from), 0);
        for (int context = from; context < to; context++) {
            row.fill(context, zeros, out);
            out.endRow();
        }
        return out.build();
    }
}
