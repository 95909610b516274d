package treeline.view;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.single.Drift;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/// How a node's value went over the iterations of its loop: for each iteration that happened the
/// mean, smallest and largest of the contexts that did it.
///
/// @param loop the node whose iterations these are: the node itself or one above it
/// @param drift where iterations become clearly slower or faster, see [#isDrift]
/// @param jumps iterations from which on the level is clearly another
public record IterationSeries(
        int[] iteration,
        double[] mean,
        double[] min,
        double[] max,
        int loop,
        Optional<Drift.Loop> drift,
        int[] jumps) {

    /// The iterations of a node.
    ///
    /// @param values of a profile that was loaded with its iterations
    /// @return empty where the node did not keep its iterations
    public static Optional<IterationSeries> of(MetricValues values, Scope scope, int node) {
        var sums = Sums.of(values, scope, node);
        if (sums.isEmpty()) return Optional.empty();
        int[] happened =
                IntStream.range(0, sums.get().count.length)
                        .filter(i -> sums.get().count[i] > 0)
                        .toArray();
        double[] means = sums.get().means();
        return Optional.of(
                new IterationSeries(
                        happened,
                        chosen(happened, means),
                        chosen(happened, sums.get().min),
                        chosen(happened, sums.get().max),
                        loopOf(values.profile(), node),
                        Drift.Loop.of(node, means).filter(IterationSeries::isDrift),
                        Jumps.of(happened, chosen(happened, means))));
    }

    /// What each context took in some iterations of a node, NaN where it did none of them.
    ///
    /// @param from the first iteration
    /// @param to the last one
    /// @return empty where the node did not keep its iterations
    public static Optional<double[]> within(
            MetricValues values, Scope scope, int node, int from, int to) {
        SparseRows rows = values.profile().column(values.metric()).byNode();
        double[] sums = new double[values.contexts()];
        Arrays.fill(sums, Double.NaN);
        boolean kept = false;
        for (int cell = rows.start(node); cell < rows.end(node); cell++) {
            kept |= rows.seriesLength(cell) > 0;
            double[] series = series(values, scope, node, rows, cell);
            int end = Math.min(to, series.length - 1) + 1;
            if (Arrays.stream(series, Math.min(from, end), end)
                    .anyMatch(each -> !Double.isNaN(each)))
                sums[rows.index(cell)] = SparseRows.sumOf(series, from, end);
        }
        return kept ? Optional.of(sums) : Optional.empty();
    }

    /// A line that rises by more than a twentieth and explains more than a quarter of what varies.
    public static boolean isDrift(Drift.Loop line) {
        return Math.abs(line.drift()) > 0.05 && line.rSquare() > 0.25;
    }

    private static double[] chosen(int[] happened, double[] values) {
        return Arrays.stream(happened).mapToDouble(i -> values[i]).toArray();
    }

    private static int loopOf(Profile profile, int node) {
        CallTree tree = profile.tree();
        for (int at = node; at != CallTree.NO_PARENT; at = tree.parent(at))
            if (profile.outline().label(Profile.LOOP_LABEL, at).equals(Profile.LOOP_EACH)
                    || tree.frame(at).kind() == Frame.Kind.LOOP) return at;
        return node;
    }

    /// By iteration, over contexts.
    private record Sums(double[] sum, int[] count, double[] min, double[] max) {

        static Optional<Sums> of(MetricValues values, Scope scope, int node) {
            SparseRows rows = values.profile().column(values.metric()).byNode();
            int longest = 0;
            for (int cell = rows.start(node); cell < rows.end(node); cell++)
                longest = Math.max(longest, rows.seriesLength(cell));
            if (longest == 0) return Optional.empty();
            var sums =
                    new Sums(
                            new double[longest],
                            new int[longest],
                            new double[longest],
                            new double[longest]);
            Arrays.fill(sums.min, Double.NaN);
            Arrays.fill(sums.max, Double.NaN);
            for (int cell = rows.start(node); cell < rows.end(node); cell++)
                sums.add(series(values, scope, node, rows, cell));
            return Optional.of(sums);
        }

        private void add(double[] series) {
            for (int i = 0; i < series.length; i++) {
                if (Double.isNaN(series[i])) continue;
                sum[i] += series[i];
                count[i]++;
                if (!(min[i] <= series[i])) min[i] = series[i];
                if (!(max[i] >= series[i])) max[i] = series[i];
            }
        }

        double[] means() {
            double[] means = new double[sum.length];
            Arrays.setAll(means, i -> count[i] == 0 ? Double.NaN : sum[i] / count[i]);
            return means;
        }
    }

    /// The iterations of one context in the scope that is asked for: the recorded ones, or these
    /// with those below added (exclusive was recorded) or with those of the children taken away.
    private static double[] series(
            MetricValues values, Scope scope, int node, SparseRows rows, int cell) {
        double[] series = rows.series(cell);
        int context = rows.index(cell);
        CallTree tree = values.tree();
        if (values.isSummed(scope))
            for (int below = node + 1; below < tree.subtreeEnd(node); below++)
                add(series, rows, rows.find(below, context), 1);
        else if (scope == Scope.EXCLUSIVE && values.metric().scope() == Scope.INCLUSIVE)
            for (int child : tree.children(node)) add(series, rows, rows.find(child, context), -1);
        return series;
    }

    private static void add(double[] series, SparseRows rows, int cell, int sign) {
        if (cell < 0) return;
        int length = Math.min(series.length, rows.seriesLength(cell));
        for (int i = 0; i < length; i++) {
            double value = rows.iteration(cell, i);
            if (!Double.isNaN(value)) series[i] += sign * value;
        }
    }
}
