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
            case INCLUSIVE, EXCLUSIVE ->
                    switch (scope) {
                        case INCLUSIVE -> inclusive(profile.tree(), known);
                        case EXCLUSIVE -> exclusive(profile.tree(), known);
                        case POINT ->
                                throw new IllegalArgumentException(
                                        "metric '%s' adds up over the tree and is no reading at a point"
                                                .formatted(metric.name()));
                    };
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
                        if (!Double.isNaN(rows.value(cell)))
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

    /// Each node without what is measured below it. A node that only groups and was not measured
    /// itself hands its children's values on to its caller. Where a tool measured less at a node
    /// than below it, the result is negative: that is what was recorded, and no number is made up.
    static MetricColumn exclusive(CallTree tree, MetricColumn inclusive) {
        if (inclusive.isKnownByNode()) return ExclusiveByNode.of(tree, inclusive);
        SparseRows rows = inclusive.byContext();
        return byContext(
                rows,
                tree.size(),
                (context, below, out) -> {
                    addToMeasuredCallers(tree, rows, context, below);
                    for (int cell = rows.start(context); cell < rows.end(context); cell++) {
                        int node = rows.index(cell);
                        if (!Double.isNaN(rows.value(cell)))
                            out.add(node, rows.value(cell) - below[node]);
                        below[node] = 0;
                    }
                });
    }

    /// Adds each value to the nearest caller that has one. `caller` is a stack of the measured
    /// nodes that are open, as a list linked by `above`: each is closed once, so this is linear.
    private static void addToMeasuredCallers(
            CallTree tree, SparseRows rows, int context, double[] below) {
        int start = rows.start(context);
        int[] above = new int[rows.end(context) - start];
        int caller = -1;
        for (int i = 0; i < above.length; i++) {
            double value = rows.value(start + i);
            if (Double.isNaN(value)) continue;
            int node = rows.index(start + i);
            while (caller >= 0 && tree.subtreeEnd(rows.index(start + caller)) <= node)
                caller = above[caller];
            if (caller >= 0) below[rows.index(start + caller)] += value;
            above[i] = caller;
            caller = i;
        }
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
