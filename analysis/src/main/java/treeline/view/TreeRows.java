package treeline.view;

import treeline.array.IndexSort;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.numbers.Population;
import treeline.single.HotPath;
import treeline.transform.Reduction;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// A call tree as rows from top to bottom. Small subtrees are omitted but counted. `total` is the
/// reference of shares: the sum of the roots or, for point readings, the maximum.
///
/// @param metric in the scope of the values
/// @param population of the values
/// @param elapsed of the run, see [Numbers#elapsed]; NaN if no rank has several threads, or if
///   several roots may have run concurrently
public record TreeRows(
        Metric metric,
        Reduction over,
        Population population,
        double total,
        double elapsed,
        List<Row> rows) {

    /// One row. Tree lines are drawn from `depth` and `last` (of its siblings). Shares are from 0
    /// to 1, NaN without a value or a total.
    public sealed interface Row {
        int depth();

        boolean last();

        double value();

        double share();

        /// What a stopwatch shows, NaN where it is not asked.
        double elapsed();
    }

    /// A node. `hot` marks the hot path: from the heaviest root to the heaviest child while it has
    /// at least half of its parent's value. `hiddenBelow` counts the descendants below the depth
    /// limit.
    public record Shown(
            int node,
            int depth,
            boolean last,
            double value,
            double share,
            double elapsed,
            boolean hot,
            int hiddenBelow)
            implements Row {}

    /// Omitted small siblings with their subtrees.
    public record Elided(int depth, boolean last, double value, double share, int nodes)
            implements Row {
        /// Times of nodes that ran beside each other do not add up.
        @Override
        public double elapsed() {
            return Double.NaN;
        }
    }

    /// The order of siblings.
    public enum Sort {
        /// Heaviest first.
        VALUE,
        /// As in the profile.
        ORDER
    }

    /// Limits of the displayed tree.
    ///
    /// @param levels the maximum number of levels, including roots
    /// @param threshold the smallest displayed share of the total
    /// @param most the maximum number of nodes, those with the largest values, not counting their
    ///   callers
    public record Limits(int levels, double threshold, int most, Sort sort) {
        public static final Limits NONE = new Limits(Integer.MAX_VALUE, 0, Sort.VALUE);

        /// As many nodes as the others allow.
        public Limits(int levels, double threshold, Sort sort) {
            this(levels, threshold, Integer.MAX_VALUE, sort);
        }

        public Limits {
            if (levels < 1) throw new IllegalArgumentException("the depth must be at least 1");
            if (!(threshold >= 0 && threshold <= 1))
                throw new IllegalArgumentException(
                        "a threshold must be a share from 0 to 1, found " + threshold);
            if (most < 1) throw new IllegalArgumentException("the node limit must be at least 1");
        }
    }

    public TreeRows {
        rows = List.copyOf(rows);
    }

    public static TreeRows of(Profile profile, Metric metric, Reduction over, Limits limits) {
        return of(profile, metric, over, limits, Double.NaN);
    }

    /// The rows of a profile that is part of a run.
    ///
    /// @param whole what shares are of, NaN for what the roots of the profile take
    public static TreeRows of(
            Profile profile, Metric metric, Reduction over, Limits limits, double whole) {
        boolean clock = metric.scope() == Metric.Scope.INCLUSIVE;
        Numbers numbers = Numbers.of(profile, metric);
        return of(
                numbers,
                metric,
                over,
                limits,
                whole,
                clock ? numbers.elapsed(over) : Optional.empty());
    }

    /// The rows of a profile that may be reduced over ranks and threads already.
    ///
    /// @param elapsed one value per node, see [Numbers#elapsed]; empty if it is the inclusive value
    public static TreeRows of(
            Profile profile,
            Metric metric,
            Reduction over,
            Limits limits,
            double whole,
            Optional<double[]> elapsed) {
        return of(Numbers.of(profile, metric), metric, over, limits, whole, elapsed);
    }

    private static TreeRows of(
            Numbers numbers,
            Metric metric,
            Reduction over,
            Limits limits,
            double whole,
            Optional<double[]> known) {
        CallTree tree = numbers.tree();
        double[] values = numbers.values(metric.scope(), over);
        double[] inclusive = numbers.inclusive(over);
        boolean point = !metric.addsUp();
        double[] weights = point ? largestBelow(tree, values) : inclusive;
        double total = Double.isNaN(whole) ? numbers.total(inclusive) : whole;
        double[] elapsed = known.orElseGet(() -> nothing(tree.size()));
        BitSet hot = point ? new BitSet() : hotPath(tree, inclusive);
        var layout = new Layout(tree, values, weights, elapsed, total, hot, point, limits);
        return new TreeRows(
                metric,
                over,
                numbers.population(),
                total,
                numbers.ofOnlyRoot(elapsed),
                layout.rows());
    }

    private static double[] nothing(int nodes) {
        double[] values = new double[nodes];
        Arrays.fill(values, Double.NaN);
        return values;
    }

    /// Readings do not add up, so a subtree is worth its largest one.
    private static double[] largestBelow(CallTree tree, double[] values) {
        double[] largest = values.clone();
        for (int node = tree.size() - 1; node >= 0; node--) {
            int parent = tree.parent(node);
            if (parent != CallTree.NO_PARENT && !(largest[node] <= largest[parent]))
                if (!Double.isNaN(largest[node])) largest[parent] = largest[node];
        }
        return largest;
    }

    private static BitSet hotPath(CallTree tree, double[] inclusive) {
        var hot = new BitSet();
        for (int node : HotPath.of(tree, inclusive, HotPath.DEFAULT_SHARE)) hot.set(node);
        return hot;
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    /// How many nodes of the tree have no row of their own.
    public int hidden() {
        int hidden = 0;
        for (Row row : rows)
            hidden +=
                    switch (row) {
                        case Shown shown -> shown.hiddenBelow();
                        case Elided elided -> elided.nodes();
                    };
        return hidden;
    }

    /// Traverses the tree with an explicit stack, because call paths can be deeper than a thread's
    /// stack.
    private static final class Layout {
        private final CallTree tree;
        private final double[] values;
        private final double[] weights;
        private final double[] elapsed;
        private final double total;
        private final BitSet hot;
        private final boolean point;
        private final Limits limits;
        private final BitSet largest;

        Layout(
                CallTree tree,
                double[] values,
                double[] weights,
                double[] elapsed,
                double total,
                BitSet hot,
                boolean point,
                Limits limits) {
            this.tree = tree;
            this.values = values;
            this.weights = weights;
            this.elapsed = elapsed;
            this.total = total;
            this.hot = hot;
            this.point = point;
            this.limits = limits;
            this.largest = largest();
        }

        /// The nodes with the largest values, as many as are shown, and their callers.
        private BitSet largest() {
            var chosen = new BitSet(tree.size());
            if (limits.most() >= tree.size()) {
                chosen.set(0, tree.size());
                return chosen;
            }
            int[] largest =
                    IndexSort.of(
                            tree.size(),
                            (node, other) ->
                                    Double.compare(-orZero(values[node]), -orZero(values[other])));
            for (int i = 0; i < Math.min(limits.most(), largest.length); i++)
                setWithCallers(chosen, largest[i]);
            return chosen;
        }

        private void setWithCallers(BitSet chosen, int node) {
            for (int at = node; at != CallTree.NO_PARENT && !chosen.get(at); at = tree.parent(at))
                chosen.set(at);
        }

        List<Row> rows() {
            List<Row> rows = new ArrayList<>();
            Deque<Row> ahead = new ArrayDeque<>();
            pushChildren(ahead, CallTree.NO_PARENT, 0);
            while (!ahead.isEmpty()) {
                Row row = ahead.pop();
                rows.add(row);
                if (row instanceof Shown shown && shown.hiddenBelow() == 0)
                    pushChildren(ahead, shown.node(), shown.depth() + 1);
            }
            return rows;
        }

        private void pushChildren(Deque<Row> ahead, int parent, int depth) {
            List<Integer> shown = new ArrayList<>();
            List<Integer> small = new ArrayList<>();
            for (int child : tree.children(parent)) (isSmall(child) ? small : shown).add(child);
            if (limits.sort() == Sort.VALUE)
                shown.sort((a, b) -> Double.compare(orZero(weights[b]), orZero(weights[a])));
            if (!small.isEmpty()) ahead.push(elided(small, depth));
            for (int i = shown.size() - 1; i >= 0; i--)
                ahead.push(shown(shown.get(i), depth, small.isEmpty() && i == shown.size() - 1));
        }

        private boolean isSmall(int node) {
            if (!largest.get(node)) return true;
            return total > 0 && orZero(weights[node]) < limits.threshold() * total;
        }

        private Shown shown(int node, int depth, boolean last) {
            int below = tree.subtreeEnd(node) - node - 1;
            return new Shown(
                    node,
                    depth,
                    last,
                    values[node],
                    share(values[node]),
                    elapsed[node],
                    hot.get(node),
                    depth + 1 == limits.levels() ? below : 0);
        }

        private Elided elided(List<Integer> roots, int depth) {
            int nodes = 0;
            double value = point ? Double.NaN : 0;
            for (int root : roots) {
                nodes += tree.subtreeEnd(root) - root;
                value += orZero(weights[root]);
            }
            return new Elided(depth, true, value, share(value), nodes);
        }

        private double share(double value) {
            return total > 0 ? value / total : Double.NaN;
        }
    }
}
