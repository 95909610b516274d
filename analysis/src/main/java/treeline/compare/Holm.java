package treeline.compare;

import treeline.array.IndexSort;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Holm's step-down correction (1979): the probability that any of many true null hypotheses is
/// rejected stays below the level, whatever the dependence of the tests. A gate needs that. The
/// false discovery rate of Benjamini and Hochberg would let a build fail by chance more often the
/// more nodes did change.
final class Holm {
    private Holm() {}

    /// Adjusted p values. NaN means that a node was not tested, and stays.
    static double[] adjusted(double[] p) {
        int[] order =
                IndexSort.ascending(
                        IntStream.range(0, p.length).filter(i -> !Double.isNaN(p[i])).toArray(),
                        i -> p[i]);
        double[] adjusted = new double[p.length];
        Arrays.fill(adjusted, Double.NaN);
        double largest = 0;
        for (int rank = 0; rank < order.length; rank++) {
            largest = Math.max(largest, Math.min(1, p[order[rank]] * (order.length - rank)));
            adjusted[order[rank]] = largest;
        }
        return adjusted;
    }
}
