package treeline.view;

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
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// A call tree as the lines that a viewer draws from top to bottom, small subtrees left out but
/// counted. `total` is what shares are shares of: the sum of the roots or, for readings at a point,
/// the largest.
///
/// @param metric values are in its scope
/// @param population who the values are of
/// @param elapsed of the run, see [Numbers#elapsed]; NaN where no rank has several threads, or
///   where several roots leave it open which of them ran side by side
public record TreeRows(
        Metric metric,
        Reduction over,
        Population population,
        double total,
        double elapsed,
        List<Row> rows) {

    /// One line. `depth` and `last` (of its siblings) are all that tree lines are drawn from.
    /// Shares run from 0 to 1 and are NaN where there is no value or no total.
    public sealed interface Row {
        int depth();

        boolean last();

        double value();

        double share();

        /// What a stopwatch shows, NaN where it is not asked.
        double elapsed();
    }

    /// A node. `hot` marks the hot path: from the heaviest root to the heaviest child, as long as
    /// it has at least half of its parent's value. `hiddenBelow` counts the descendants that the
    /// depth limit cuts off.
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

    /// Siblings that are too small to be shown, with everything below them.
    public record Elided(int depth, boolean last, double value, double share, int nodes)
            implements Row {
        /// Times of nodes that ran beside each other do not add up.
        @Override
        public double elapsed() {
            return Double.NaN;
        }
    }

    /// In which order siblings are shown.
    public enum Sort {
        /// Heaviest first.
        VALUE,
        /// As in the profile.
        ORDER
    }

    /// How much is shown.
    ///
    /// @param levels how many levels of the tree, roots included
    /// @param threshold the smallest share of the total that is shown
    /// @param most how many nodes are shown, those with the largest values, beside their callers
    public record Limits(int levels, double threshold, int most, Sort sort) {
        public static final Limits NONE = new Limits(Integer.MAX_VALUE, 0, Sort.VALUE);

        /// As many nodes as the others allow.
        public Limits(int levels, double threshold, Sort sort) {
            this(levels, threshold, Integer.MAX_VALUE, sort);
        }

        public Limits {
            if (levels < 1) throw new IllegalArgumentException("a tree has at least one level");
            if (!(threshold >= 0 && threshold <= 1))
                throw new IllegalArgumentException(
                        "a threshold is a share from 0 to 1, not " + threshold);
            if (most < 1) throw new IllegalArgumentException("at least one node is shown");
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

    /// Walks the tree with a stack of its own: call paths may be deeper than a thread's stack.
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
            IntStream.range(0, tree.size())
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer node) -> -orZero(values[node])))
                    .limit(limits.most())
                    .forEach(node -> setWithCallers(chosen, node));
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
