package treeline.compare;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Holm's correction for many comparisons (1979): with it, one comparison of equal builds or more
/// is significant in at most the stated share of cases, however the nodes hang together. A gate
/// must promise that; the rate of false discoveries of Benjamini and Hochberg allows a build to
/// fail by chance more often the more nodes did change.
final class Holm {
    private Holm() {}

    /// The smallest level at which each would still be significant. NaN is no comparison and stays.
    static double[] adjusted(double[] p) {
        int[] order =
                IntStream.range(0, p.length)
                        .filter(i -> !Double.isNaN(p[i]))
                        .boxed()
                        .sorted(Comparator.comparingDouble(i -> p[i]))
                        .mapToInt(Integer::intValue)
                        .toArray();
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
