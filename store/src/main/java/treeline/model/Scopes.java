package treeline.model;

import treeline.array.Ints;
import treeline.cores.Ranges;
import treeline.model.Metric.Scope;

import java.util.stream.Collectors;

/// Conversion between exclusive and inclusive values, per context. Tools record one of them;
/// analyses request the other from [Profile#column].
public final class Scopes {
    private Scopes() {}

    /// A copy with this metric also in another scope; the same profile if that is stored already.
    public static Profile with(Profile profile, Metric metric, Scope scope) {
        Metric wanted = metric.in(scope);
        if (profile.metrics().contains(wanted)) return profile;
        return profile.with(wanted, profile.column(wanted));
    }

    /// A copy with every additive metric in both scopes, inclusive values [#filled]. Nodes can then
    /// be removed without changing the values of others.
    public static Profile inBoth(Profile profile) {
        Profile both = profile;
        for (Metric metric : profile.metrics()) {
            if (!metric.addsUp()) continue;
            Metric inclusive = metric.in(Scope.INCLUSIVE);
            both = with(both, metric, Scope.EXCLUSIVE);
            both = both.with(inclusive, filled(profile.tree(), profile.column(inclusive)));
        }
        return both;
    }

    /// Computes a metric from its other scope.
    static MetricColumn computed(Profile profile, Metric wanted) {
        Metric known =
                profile.metrics().stream()
                        .filter(metric -> metric.name().equals(wanted.name()))
                        .filter(metric -> metric.unit().equals(wanted.unit()))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "no metric '%s' in '%s'; available: %s"
                                                        .formatted(
                                                                wanted,
                                                                wanted.unit().symbol(),
                                                                profile.metrics().stream()
                                                                        .map(Metric::toString)
                                                                        .collect(
                                                                                Collectors.joining(
                                                                                        ", ")))));
        return switch (known.in(wanted.scope()).scope()) {
            case INCLUSIVE -> inclusive(profile.tree(), profile.column(known));
            case EXCLUSIVE -> exclusive(profile.tree(), profile.column(known));
            case POINT -> profile.column(known);
        };
    }

    /// Replaces every inclusive metric by sums of its exclusive one, as needed after nodes were
    /// removed.
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

    /// Inclusive values: sums over subtrees. Callers of measured nodes get a value even if they had
    /// none.
    public static MetricColumn inclusive(CallTree tree, MetricColumn exclusive) {
        SparseRows rows = exclusive.byContext();
        return byContext(
                rows,
                tree.size(),
                (context, below, out) -> {
                    int[] ran = withCallers(tree, rows, context);
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

    /// Inclusive values with a value at every caller of a measured node: a worker thread that only
    /// ran `main/step/work` has its time at `main` and `main/step` too. Returns the argument if no
    /// value is missing; measured values keep their iterations.
    public static MetricColumn filled(CallTree tree, MetricColumn inclusive) {
        if (MeasuredCallers.areAll(tree, inclusive)) return inclusive;
        SparseRows rows = inclusive.byContext();
        return byContext(
                rows,
                tree.size(),
                (context, below, out) -> {
                    int[] ran = withCallers(tree, rows, context);
                    double[] value = new double[ran.length];
                    for (int i = ran.length - 1; i >= 0; i--) {
                        value[i] = measuredOr(below[ran[i]], rows, context, ran[i]);
                        below[ran[i]] = 0;
                        int parent = tree.parent(ran[i]);
                        if (parent != CallTree.NO_PARENT) below[parent] += value[i];
                    }
                    for (int i = 0; i < ran.length; i++) {
                        int cell = rows.find(context, ran[i]);
                        if (isMeasured(rows, cell)) out.copy(ran[i], rows, cell);
                        else out.add(ran[i], value[i]);
                    }
                });
    }

    private static double measuredOr(double below, SparseRows rows, int context, int node) {
        int cell = rows.find(context, node);
        return isMeasured(rows, cell) ? rows.value(cell) : below;
    }

    private static boolean isMeasured(SparseRows rows, int cell) {
        return cell >= 0 && !Double.isNaN(rows.value(cell));
    }

    /// Exclusive values: each value minus those of the nearest measured descendants. If a tool
    /// measured less at a node than below it, the result is negative, because no value is invented.
    public static MetricColumn exclusive(CallTree tree, MetricColumn inclusive) {
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
        var out = new SparseRows.Builder(rows.cells(), 0);
        // a task has an array as long as the tree, so it has as many cells at least
        long cells = rows.cells() / Math.max(1, nodes / Ranges.CELLS_PER_TASK);
        Ranges.inWaves(
                rows.rows(), cells, (from, to) -> filled(rows, nodes, row, from, to), out::addRows);
        return MetricColumn.ofContexts(out.build(), nodes);
    }

    private static SparseRows filled(
            SparseRows rows, int nodes, RowOfContext row, int from, int to) {
        double[] zeros = new double[nodes];
        var out = new SparseRows.Builder(rows.end(to - 1) - rows.start(from), 0);
        for (int context = from; context < to; context++) {
            row.fill(context, zeros, out);
            out.endRow();
        }
        return out.build();
    }

    /// The nodes that a context ran, with all their callers, ascending; nothing here is as long as
    /// the tree. Cells ascend too, so a caller up to the node before was already met: it is on the
    /// path of that one.
    private static int[] withCallers(CallTree tree, SparseRows rows, int context) {
        var nodes = new Ints();
        boolean sorted = true;
        int before = CallTree.NO_PARENT;
        for (int cell = rows.start(context); cell < rows.end(context); cell++) {
            if (Double.isNaN(rows.value(cell))) continue;
            int node = rows.index(cell);
            for (int at = node; at > before; at = tree.parent(at)) {
                sorted &= nodes.isEmpty() || nodes.last() < at;
                nodes.add(at);
            }
            before = node;
        }
        if (!sorted) nodes.sort();
        return nodes.toArray();
    }
}
