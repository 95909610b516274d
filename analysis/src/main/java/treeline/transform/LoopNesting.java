package treeline.transform;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What decides in which nodes [KeptIterations] keeps values: which nodes have iterations, and
/// whose iterations cannot be those of a loop around them. A node counts its own if, in a context
/// with iterations of both, it has more of them or, where values are inclusive, takes longer in
/// one. Contexts are looked at one by one, so nestings of the parts of a run are merged.
///
/// Cost: one comparison of two series per cell with iterations, and one per caller below a node
/// that exceeds a caller, because what fits into a loop fits where the loop fits.
public final class LoopNesting implements Serializable {
    private static final long serialVersionUID = 1;

    private final int from;
    private final int to;
    private final List<OfMetric> metrics;

    private LoopNesting(int from, int to, List<OfMetric> metrics) {
        this.from = from;
        this.to = to;
        this.metrics = metrics;
    }

    /// Of a run or of some of its contexts.
    ///
    /// @param profile loaded with all its iterations
    /// @param from the first of the iterations that are kept
    /// @param to the one behind the last
    public static LoopNesting of(Profile profile, int from, int to) {
        List<OfMetric> metrics = new ArrayList<>();
        for (Metric metric : profile.metrics())
            metrics.add(new OfMetric().add(profile, metric, from, to));
        return new LoopNesting(from, to, metrics);
    }

    /// Of no context.
    public static LoopNesting none(int from, int to) {
        return new LoopNesting(from, to, List.of());
    }

    /// Of these contexts and those of another one.
    public LoopNesting merge(LoopNesting other) {
        if (metrics.isEmpty()) return other;
        for (int i = 0; i < other.metrics.size(); i++) metrics.get(i).merge(other.metrics.get(i));
        return this;
    }

    /// Whether any node has iterations.
    public boolean hasIterations() {
        return metrics.stream().anyMatch(each -> each.end > 0);
    }

    /// The step that keeps the iterations.
    ///
    /// @throws IllegalArgumentException if no loop kept them
    public KeptIterations kept(CallTree tree) {
        List<BitSet> kept = metrics.stream().map(each -> each.kept(tree)).toList();
        boolean any = false;
        for (int i = 0; i < kept.size(); i++) any |= kept.get(i).intersects(metrics.get(i).chosen);
        if (!any) throw new IllegalArgumentException(noneOf());
        return new KeptIterations(
                from, to, kept, metrics.stream().map(each -> each.unknown).toList());
    }

    private String noneOf() {
        int first = metrics.stream().mapToInt(each -> each.first).min().orElse(0);
        int end = metrics.stream().mapToInt(each -> each.end).max().orElse(0);
        return end == 0
                ? "no loop has recorded iterations; record a loop with Loop.EACH"
                : "no loop has these iterations; available: %d to %d".formatted(first, end - 1);
    }

    /// The iterations of one metric.
    private static final class OfMetric implements Serializable {
        private static final long serialVersionUID = 1;

        private final BitSet counting = new BitSet();

        /// Nodes with one of the iterations that are kept.
        private final BitSet chosen = new BitSet();

        /// Nodes whose exclusive iterations are unknown in some context.
        private final BitSet unknown = new BitSet();

        /// Pairs of a node and a caller that it exceeds in some context.
        private final Set<List<Integer>> exceeding = new HashSet<>();

        private int first = Integer.MAX_VALUE;
        private int end;

        OfMetric add(Profile profile, Metric metric, int from, int to) {
            SparseRows rows = profile.column(metric).byContext();
            if (!rows.hasSeries()) return this;
            boolean inclusive = metric.scope() == Scope.INCLUSIVE;
            var own = ScopedIterations.of(profile, metric, Scope.EXCLUSIVE);
            for (int context = 0; context < rows.rows(); context++) {
                Deque<Caller> around = new ArrayDeque<>();
                for (int cell = rows.start(context); cell < rows.end(context); cell++) {
                    int length = rows.seriesLength(cell);
                    if (length == 0) continue;
                    int node = rows.index(cell);
                    int began = rows.firstIteration(cell);
                    first = Math.min(first, began);
                    end = Math.max(end, length);
                    counting.set(node);
                    if (Math.max(from, began) < Math.min(to, length)) chosen.set(node);
                    while (!around.isEmpty()
                            && profile.tree().subtreeEnd(around.peek().node) <= node) around.pop();
                    around.push(caller(node, cell, around, rows, inclusive));
                    if (inclusive && own.at(node, context) instanceof CellIterations.Unknown)
                        unknown.set(node);
                }
            }
            return this;
        }

        private Caller caller(
                int node, int cell, Deque<Caller> around, SparseRows rows, boolean inclusive) {
            boolean fitsAll = true;
            for (Caller caller : around) {
                boolean fits =
                        rows.seriesLength(cell) <= rows.seriesLength(caller.cell)
                                && (!inclusive
                                        || ScopedIterations.areWithin(rows, cell, caller.cell));
                if (fits && caller.fitsAll) break;
                fitsAll &= fits;
                if (!fits) exceeding.add(List.of(node, caller.node));
            }
            return new Caller(node, cell, fitsAll);
        }

        void merge(OfMetric other) {
            counting.or(other.counting);
            chosen.or(other.chosen);
            unknown.or(other.unknown);
            exceeding.addAll(other.exceeding);
            first = Math.min(first, other.first);
            end = Math.max(end, other.end);
        }

        /// Nodes with iterations that are not a loop's own inside of another loop.
        BitSet kept(CallTree tree) {
            var kept = new BitSet(tree.size());
            int[] loop = new int[tree.size()];
            for (int node = 0; node < loop.length; node++) {
                int parent = tree.parent(node);
                int around = parent == CallTree.NO_PARENT ? CallTree.NO_PARENT : loop[parent];
                boolean fits =
                        around == CallTree.NO_PARENT || !exceeding.contains(List.of(node, around));
                if (counting.get(node) && fits) kept.set(node);
                loop[node] = kept.get(node) ? node : around;
            }
            return kept;
        }
    }

    /// A cell with iterations of the context at hand.
    ///
    /// @param fitsAll whether it fits into all callers, so that what fits into it does, too
    private record Caller(int node, int cell, boolean fitsAll) {}
}
