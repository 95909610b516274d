package treeline.compare;

import treeline.array.IndexSort;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// The step-down maxT permutation test of Westfall and Young (1993, algorithm 4.1): one test of
/// many nodes, with p values adjusted for all of them.
///
/// Runs are assigned to the two sides at random, all nodes of a run together, and the largest
/// statistic over the nodes is compared with the observed one. If the runs of both builds come from
/// one distribution, whatever it is, the probability that any node is significant at a level is at
/// most that level. Nodes that vary together, such as a caller and its callee, cost no power, as
/// they do with Holm's correction.
///
/// The statistic is the squared correlation of the values with the sides, which is Student's t but
/// for a monotone function. All assignments are enumerated if there are at most [#MAX_ASSIGNMENTS];
/// otherwise that many are drawn with a fixed seed. The cost is one addition per node, assignment
/// and run of the smaller side.
final class MaxT {
    /// With 5,000 assignments, a p of 0.05 is known to within 0.006 (two standard errors).
    static final int MAX_ASSIGNMENTS = 4_999;

    /// With many nodes fewer assignments are drawn: a p of 0.05 is known to within 0.014.
    private static final int MIN_ASSIGNMENTS = 999;

    private static final double MAX_ADDITIONS = 1e9;
    private static final long SEED = 20_261_117;

    /// Statistics that differ by rounding only count as equal.
    private static final double NEARLY = 1 - 1e-9;

    private final double[][] nodes;
    private final int[] present;
    private final int size;
    private final int[] members;
    private final double[] observed;
    private final int[] order;
    private final int[] exceeded;
    private int assignments;

    private MaxT(double[][] values, int before) {
        this.size = values[0].length;
        int after = size - before;
        this.nodes = Arrays.stream(values).map(MaxT::standardised).toArray(double[][]::new);
        this.members =
                before <= after
                        ? IntStream.range(0, before).toArray()
                        : IntStream.range(before, size).toArray();
        this.present = Arrays.stream(nodes).mapToInt(MaxT::present).toArray();
        this.observed = IntStream.range(0, nodes.length).mapToDouble(this::statistic).toArray();
        this.order = IndexSort.descending(observed);
        this.exceeded = new int[nodes.length];
    }

    /// Adjusted p of each node.
    ///
    /// @param values for each node the samples of the first side, then those of the second; NaN if
    ///   a sample lacks the node
    /// @param before how many samples are of the first side
    static double[] adjusted(double[][] values, int before) {
        if (values.length == 0) return new double[0];
        var test = new MaxT(values, before);
        double all =
                1
                        / SampleTest.smallestPermutationP(before, test.size - before)
                        * (2 * before == test.size ? 2 : 1);
        if (all <= MAX_ASSIGNMENTS) test.enumerate();
        else test.draw();
        return test.adjusted();
    }

    /// Centred, with a sum of squares of 1; all 0 for equal values.
    private static double[] standardised(double[] values) {
        double mean =
                Arrays.stream(values).filter(value -> !Double.isNaN(value)).average().orElse(0);
        double squares = 0;
        for (double value : values)
            if (!Double.isNaN(value)) squares += (value - mean) * (value - mean);
        double scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
        return Arrays.stream(values).map(value -> (value - mean) * scale).toArray();
    }

    private static int present(double[] node) {
        return (int) Arrays.stream(node).filter(value -> !Double.isNaN(value)).count();
    }

    /// The squared correlation with being a member of the smaller side.
    private double statistic(int node) {
        double[] values = nodes[node];
        double sum = 0;
        int inside = 0;
        for (int member : members) {
            double value = values[member];
            if (Double.isNaN(value)) continue;
            sum += value;
            inside++;
        }
        int outside = present[node] - inside;
        if (inside == 0 || outside == 0) return 0;
        return sum * sum * present[node] / ((double) inside * outside);
    }

    private void count() {
        assignments++;
        double largest = 0;
        for (int rank = order.length - 1; rank >= 0; rank--) {
            int node = order[rank];
            largest = Math.max(largest, statistic(node));
            if (largest >= observed[node] * NEARLY) exceeded[rank]++;
        }
    }

    /// All subsets of the size of the smaller side, in lexicographic order.
    private void enumerate() {
        int count = members.length;
        Arrays.setAll(members, i -> i);
        while (true) {
            count();
            int last = count - 1;
            while (last >= 0 && members[last] == size - count + last) last--;
            if (last < 0) return;
            members[last]++;
            for (int next = last + 1; next < count; next++) members[next] = members[next - 1] + 1;
        }
    }

    /// The observed assignment counts as one of those drawn, so that p is never 0.
    private void draw() {
        count();
        double affordable = MAX_ADDITIONS / ((double) nodes.length * members.length);
        int drawn = (int) Math.clamp(affordable, MIN_ASSIGNMENTS, MAX_ASSIGNMENTS);
        var random = new SplittableRandom(SEED);
        int[] all = IntStream.range(0, size).toArray();
        for (int i = 0; i < drawn; i++) {
            for (int next = 0; next < members.length; next++) {
                int other = next + random.nextInt(size - next);
                int chosen = all[other];
                all[other] = all[next];
                all[next] = chosen;
                members[next] = chosen;
            }
            count();
        }
    }

    private double[] adjusted() {
        double[] p = new double[nodes.length];
        double largest = 0;
        for (int rank = 0; rank < order.length; rank++) {
            largest = Math.max(largest, (double) exceeded[rank] / assignments);
            p[order[rank]] = largest;
        }
        return p;
    }
}
