package treeline.single;

import org.hipparchus.stat.regression.SimpleRegression;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.Iterations;
import treeline.numbers.Numbers;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Loops whose iterations become slower or faster while the program runs: growing data, leaks,
/// throttling. A line is laid through the means of the iterations, see [Iterations].
public final class Drift {
    private static final int FEWEST_ITERATIONS = 4;

    private Drift() {}

    /// One row for each node that kept its iterations, largest drift first: `path`, `iterations`,
    /// `mean` of an iteration, `drift` (how much the line rises from the first to the last
    /// iteration, as a share of the mean), `rSquare` (how much of the variation the line explains),
    /// `slowest` iteration and its `peak` over the mean.
    public static Table of(Profile profile, Metric metric) {
        List<Loop> loops = loops(profile, metric);
        return Table.of(
                        Column.text(
                                "path",
                                loops.size(),
                                row -> NodePath.of(profile.tree(), loops.get(row).node)),
                        Column.whole("iterations", loops.size(), row -> loops.get(row).iterations),
                        Column.real("mean", loops.size(), row -> loops.get(row).mean),
                        Column.real("drift", loops.size(), row -> loops.get(row).drift),
                        Column.real("rSquare", loops.size(), row -> loops.get(row).rSquare),
                        Column.whole("slowest", loops.size(), row -> loops.get(row).slowest),
                        Column.real("peak", loops.size(), row -> loops.get(row).peak),
                        Column.real("size", loops.size(), row -> Math.abs(loops.get(row).drift)))
                .sort(Order.descending("size"))
                .select("path", "iterations", "mean", "drift", "rSquare", "slowest", "peak");
    }

    /// The same as records, in the order of the tree.
    public static List<Loop> loops(Profile profile, Metric metric) {
        boolean kept =
                profile.metrics().stream()
                        .filter(each -> each.name().equals(metric.name()))
                        .anyMatch(each -> profile.column(each).hasSeries());
        if (!kept) return List.of();
        Numbers numbers = Numbers.of(profile, metric);
        List<Loop> loops = new ArrayList<>();
        for (int node = 0; node < profile.tree().size(); node++) {
            int at = node;
            Iterations.of(numbers, metric.scope(), node)
                    .flatMap(iterations -> Loop.of(at, iterations.mean().toArray()))
                    .ifPresent(loops::add);
        }
        return loops;
    }

    /// A node that kept its iterations; see [Drift#of] for what its parts are.
    public record Loop(
            int node,
            int iterations,
            double mean,
            double drift,
            double rSquare,
            int slowest,
            double peak) {

        /// A line through the iterations of a node.
        ///
        /// @param means the mean of each iteration, NaN where nobody did it
        /// @return empty where too few iterations happened for a line
        public static Optional<Loop> of(int node, double[] means) {
            long happened = Arrays.stream(means).filter(each -> !Double.isNaN(each)).count();
            return happened < FEWEST_ITERATIONS
                    ? Optional.empty()
                    : Optional.of(through(node, means));
        }

        private static Loop through(int node, double[] means) {
            var line = new SimpleRegression();
            int slowest = 0;
            for (int i = 0; i < means.length; i++) {
                if (Double.isNaN(means[i])) continue;
                line.addData(i, means[i]);
                if (!(means[slowest] >= means[i])) slowest = i;
            }
            double mean =
                    Arrays.stream(means).filter(each -> !Double.isNaN(each)).average().orElse(0);
            return new Loop(
                    node,
                    means.length,
                    mean,
                    line.getSlope() * (means.length - 1) / mean,
                    line.getRSquare(),
                    slowest,
                    means[slowest] / mean);
        }
    }
}
