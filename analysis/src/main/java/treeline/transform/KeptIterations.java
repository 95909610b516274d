package treeline.transform;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// A profile restricted to selected iterations of its loops. Nodes without recorded iterations are
/// dropped, because their values cover the whole run. Callers of a loop hold the time of the loop
/// in these iterations.
///
/// Below a loop, a node stays if its iterations are those of the loop. A nested loop counts its own
/// iterations over all outer iterations, so its time stays in the outer loop. If the iterations of
/// a callee are unknown, the exclusive values of its caller are unknown and therefore missing; see
/// [ScopedIterations].
public final class KeptIterations {
    private final CallTree tree;
    private final SparseRows byNode;
    private final Metric metric;

    private KeptIterations(CallTree tree, MetricColumn column, Metric metric) {
        this.tree = tree;
        this.byNode = column.byNode();
        this.metric = metric;
    }

    /// Only the values of iterations `[from, to)`, each the sum of them.
    ///
    /// @param profile loaded with all its iterations
    /// @throws IllegalArgumentException if no loop kept its iterations
    public static Profile only(Profile profile, int from, int to) {
        List<MetricColumn> columns = new ArrayList<>();
        boolean any = false;
        for (Metric metric : profile.metrics()) {
            MetricColumn column = profile.column(metric);
            MetricColumn kept =
                    new KeptIterations(profile.tree(), column, metric)
                            .only(from, to, column.contexts());
            any |= kept.iterations() > 0;
            columns.add(kept);
        }
        if (!any) throw new IllegalArgumentException(noneOf(profile));
        var only = new Profile(profile.outline(), new MetricTable(profile.metrics(), columns));
        for (Metric metric : profile.metrics())
            only =
                    withoutUnknown(
                            only,
                            metric,
                            ScopedIterations.of(profile, metric, Metric.Scope.EXCLUSIVE));
        return only;
    }

    private static Metric exclusive(Metric metric) {
        return new Metric(metric.name(), metric.unit(), Metric.Scope.EXCLUSIVE);
    }

    /// Exclusive values would be computed from what is left, as if callees that are left out had
    /// taken no time. If there are such callees, the column of exclusive values lacks their
    /// callers.
    private static Profile withoutUnknown(Profile only, Metric metric, ScopedIterations whole) {
        Metric exclusive = exclusive(metric);
        if (metric.scope() != Metric.Scope.INCLUSIVE || only.metrics().contains(exclusive))
            return only;
        SparseRows values = only.column(exclusive).byNode();
        int contexts = only.contexts().size();
        var out = new SparseRows.Builder();
        boolean isUnknown = false;
        for (int node = 0; node < values.rows(); node++) {
            boolean known =
                    values.start(node) == values.end(node) || isKnown(whole, node, contexts);
            isUnknown |= !known;
            for (int cell = values.start(node); known && cell < values.end(node); cell++)
                out.add(values.index(cell), values.value(cell));
            out.endRow();
        }
        return isUnknown ? only.with(exclusive, MetricColumn.ofNodes(out.build(), contexts)) : only;
    }

    private static boolean isKnown(ScopedIterations whole, int node, int contexts) {
        for (int context = 0; context < contexts; context++)
            if (whole.at(node, context) instanceof CellIterations.Unknown) return false;
        return true;
    }

    private static String noneOf(Profile profile) {
        int longest = 0;
        int first = Integer.MAX_VALUE;
        for (Metric metric : profile.metrics()) {
            SparseRows rows = profile.column(metric).byNode();
            for (int cell = 0; rows.hasSeries() && cell < rows.cells(); cell++) {
                longest = Math.max(longest, rows.seriesLength(cell));
                if (rows.seriesLength(cell) > 0) first = Math.min(first, rows.firstIteration(cell));
            }
        }
        return longest == 0
                ? "no loop has recorded iterations; record a loop with Loop.EACH"
                : "no loop has these iterations; available: %d to %d".formatted(first, longest - 1);
    }

    private MetricColumn only(int from, int to, int contexts) {
        BitSet kept = kept();
        var out = new SparseRows.Builder();
        for (int node = 0; node < byNode.rows(); node++) {
            for (int cell = byNode.start(node); cell < byNode.end(node); cell++)
                if (kept.get(node)) out.copyIterations(byNode.index(cell), byNode, cell, from, to);
            out.endRow();
        }
        return MetricColumn.ofNodes(out.build(), contexts);
    }

    /// Nodes with iterations that are not a loop's own inside of another loop.
    private BitSet kept() {
        var kept = new BitSet(tree.size());
        int[] loop = new int[tree.size()];
        for (int node = 0; node < loop.length; node++) {
            int parent = tree.parent(node);
            int around = parent == CallTree.NO_PARENT ? CallTree.NO_PARENT : loop[parent];
            boolean counts = hasIterations(node);
            boolean fits = around == CallTree.NO_PARENT || (counts && areWithin(node, around));
            if (counts && fits) kept.set(node);
            loop[node] = counts && fits ? node : around;
        }
        return kept;
    }

    private boolean hasIterations(int node) {
        for (int cell = byNode.start(node); cell < byNode.end(node); cell++)
            if (byNode.seriesLength(cell) > 0) return true;
        return false;
    }

    /// Whether a node has as many iterations as the loop around it in every context and, where
    /// values are inclusive, takes no longer in any of them.
    private boolean areWithin(int node, int loop) {
        boolean inclusive = metric.scope() == Metric.Scope.INCLUSIVE;
        for (int cell = byNode.start(node); cell < byNode.end(node); cell++) {
            int around = byNode.find(loop, byNode.index(cell));
            if (around < 0) continue;
            if (inclusive && !ScopedIterations.areWithin(byNode, cell, around)) return false;
            if (byNode.seriesLength(cell) > byNode.seriesLength(around)) return false;
        }
        return true;
    }
}
