package treeline.single;

import org.hipparchus.stat.regression.SimpleRegression;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.IterationSums;
import treeline.numbers.Iterations;
import treeline.numbers.Numbers;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Loops whose iterations become slower or faster while the program runs, because of growing data,
/// leaks or throttling. The effect is the slope of a line through the means of the iterations; the
/// claim is made by [Loop#isDrift]. A loop that jumps from one level to another does not drift.
public final class Drift {
    /// Family-wise error rate: a run without drift has a loop with a drift in at most 1 % of cases
    /// if its iterations are independent.
    public static final double LEVEL = 0.01;

    /// The smallest drift that is worth a claim, as a share of the mean.
    public static final double FLOOR = 0.05;

    private static final int MIN_ITERATIONS = 4;

    private Drift() {}

    /// One row per node that kept iterations, largest drift first: `path`, `iterations`, `mean` of
    /// an iteration, `drift` (the rise of the line from the first to the last iteration, as a share
    /// of the mean), `p` (of the trend, adjusted for the number of loops; missing with fewer than 6
    /// iterations), `slowest` iteration and its `peak` over the mean. If the iterations of a node
    /// are unknown in this scope, its numbers are missing and `unknown` is the call path of the
    /// node that kept no iterations.
    public static Table of(Profile profile, Metric metric) {
        IterationSums sums = sums(profile, metric);
        List<Loop> loops = new ArrayList<>(loops(sums));
        for (int node : sums.unknown()) loops.add(Loop.unknown(node));
        int rows = loops.size();
        return Table.of(
                        Column.text(
                                "path",
                                rows,
                                row -> NodePath.of(profile.tree(), loops.get(row).node)),
                        Column.whole("iterations", rows, row -> loops.get(row).iterations),
                        Column.real("mean", rows, row -> loops.get(row).mean),
                        Column.real("drift", rows, row -> loops.get(row).drift),
                        Column.real("p", rows, row -> loops.get(row).p),
                        Column.whole("slowest", rows, row -> loops.get(row).slowest),
                        Column.real("peak", rows, row -> loops.get(row).peak),
                        Column.text(
                                "unknown",
                                rows,
                                row ->
                                        sums.unknown(loops.get(row).node)
                                                .map(why -> NodePath.of(profile.tree(), why.node()))
                                                .orElse("")),
                        Column.real("size", rows, row -> Math.abs(loops.get(row).drift)))
                .sort(Order.descending("size"))
                .select("path", "iterations", "mean", "drift", "p", "slowest", "peak", "unknown");
    }

    /// The loops whose iterations are known, in the order of the tree.
    public static List<Loop> loops(Profile profile, Metric metric) {
        return loops(sums(profile, metric));
    }

    private static IterationSums sums(Profile profile, Metric metric) {
        return IterationSums.of(Numbers.of(profile, metric), metric.scope());
    }

    /// The loops of a run that was read in parts.
    public static List<Loop> loops(IterationSums sums) {
        int[] nodes = sums.nodes();
        double[][] means = new double[nodes.length][];
        int[] first = new int[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            Iterations iterations = sums.iterations(nodes[i]);
            means[i] = iterations.mean().toArray();
            first[i] = iterations.first();
        }
        int tests =
                (int)
                        Arrays.stream(means)
                                .filter(each -> ran(each).length >= PermutationTrend.MIN_VALUES)
                                .count();
        return IntStream.range(0, nodes.length)
                .mapToObj(i -> Loop.of(nodes[i], first[i], means[i], tests))
                .flatMap(Optional::stream)
                .toList();
    }

    private static double[] ran(double[] means) {
        return Arrays.stream(means).filter(each -> !Double.isNaN(each)).toArray();
    }

    /// The number of loops that were tested for a trend.
    public static int tests(List<Loop> loops) {
        return (int) loops.stream().filter(loop -> !Double.isNaN(loop.p)).count();
    }

    /// A stretch of iterations between two level shifts.
    ///
    /// @param from the number of its first iteration
    /// @param mean of its iterations
    public record Level(int from, double mean) {}

    /// A node with recorded iterations; see [Drift#of] for the other components.
    ///
    /// @param levels one more than the loop has level shifts, see [LevelShifts]
    public record Loop(
            int node,
            int iterations,
            double mean,
            double drift,
            double p,
            int slowest,
            double peak,
            List<Level> levels) {

        public Loop {
            levels = List.copyOf(levels);
        }

        /// The iterations of a node.
        ///
        /// @param first the number of the first iteration
        /// @param means the mean of each iteration, NaN if no rank ran it
        /// @param tests the number of loops of the run that are tested, for which the p-value is
        ///   adjusted (Bonferroni)
        /// @return empty if too few iterations ran for a line
        public static Optional<Loop> of(int node, int first, double[] means, int tests) {
            return ran(means).length < MIN_ITERATIONS
                    ? Optional.empty()
                    : Optional.of(through(node, first, means, Math.max(1, tests)));
        }

        private static Loop unknown(int node) {
            return new Loop(node, 0, Double.NaN, Double.NaN, Double.NaN, -1, Double.NaN, List.of());
        }

        private static Loop through(int node, int first, double[] means, int tests) {
            var line = new SimpleRegression();
            int slowest = 0;
            for (int i = 0; i < means.length; i++) {
                if (Double.isNaN(means[i])) continue;
                line.addData(i, means[i]);
                if (!(means[slowest] >= means[i])) slowest = i;
            }
            double[] ran = ran(means);
            double mean = Arrays.stream(ran).average().orElse(0);
            return new Loop(
                    node,
                    means.length,
                    mean,
                    line.getSlope() * (means.length - 1) / mean,
                    Math.min(1, tests * PermutationTrend.pValue(ran)),
                    first + slowest,
                    means[slowest] / mean,
                    LevelShifts.levels(means, tests).stream()
                            .map(level -> new Level(first + level.from, level.mean))
                            .toList());
        }

        /// Whether the iterations become slower or faster little by little: the one rule for every
        /// screen.
        public boolean isDrift() {
            return !isJump() && Math.abs(drift) > FLOOR && p <= LEVEL;
        }

        /// Whether the level of the iterations changes at once.
        public boolean isJump() {
            return levels.size() > 1;
        }

        /// The level after the largest jump, as an index of the levels.
        ///
        /// @throws IllegalStateException without a jump
        public int largestJump() {
            return IntStream.range(1, levels.size())
                    .boxed()
                    .max(Comparator.comparingDouble(level -> Math.abs(jump(level))))
                    .orElseThrow(() -> new IllegalStateException("the loop has no jump"));
        }

        /// By how much a level is above the previous one, as a share of the mean.
        ///
        /// @param level 1 or more
        public double jump(int level) {
            return (levels.get(level).mean - levels.get(level - 1).mean) / mean;
        }

        /// The largest jump, or else the drift, as a share of the mean.
        public double change() {
            return isJump() ? jump(largestJump()) : drift;
        }
    }
}
