package treeline.single;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.Locations;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Means, sums of squares and sums of products of value pairs by Welford's algorithm, merged by
/// Chan's formula. It stays accurate if values are large and differ little. Sums are merged in rank
/// order, so results are bit-identical for any partition of the run.
public final class PairSums implements Serializable {
    private static final long serialVersionUID = 1;

    private double count;
    private double meanX;
    private double meanY;
    private double xx;
    private double yy;
    private double xy;

    /// No values yet for each pair of so many metrics, and of each with itself: those of metric `i`
    /// and `j`, which is not behind it, are at [#index].
    public static PairSums[] ofPairs(int metrics) {
        return Stream.generate(PairSums::new).limit(index(metrics, 0)).toArray(PairSums[]::new);
    }

    private static int index(int i, int j) {
        return i * (i + 1) / 2 + j;
    }

    /// The sums of each rank over the cells that have both metrics of a pair.
    public static List<PairSums[]> byRank(Profile profile, List<Metric> metrics) {
        Locations ranks = Locations.of(profile.contexts(), Locations.By.RANK);
        List<PairSums[]> sums = new ArrayList<>();
        for (int rank = 0; rank < ranks.size(); rank++) sums.add(ofPairs(metrics.size()));
        for (int i = 0; i < metrics.size(); i++)
            for (int j = 0; j <= i; j++) {
                int pair = index(i, j);
                Correlation.forEachPair(
                        profile,
                        metrics.get(i),
                        metrics.get(j),
                        (context, x, y) -> sums.get(ranks.of(context))[pair].add(x, y));
            }
        return sums;
    }

    /// Adds the sums of other cells.
    public static void merge(PairSums[] to, PairSums[] from) {
        for (int pair = 0; pair < to.length; pair++) to[pair].merge(from[pair]);
    }

    /// Pearson's coefficients as a square matrix in the order of the metrics.
    public static double[][] correlations(PairSums[] sums, int metrics) {
        double[][] matrix = new double[metrics][metrics];
        for (int i = 0; i < metrics; i++)
            for (int j = 0; j <= i; j++)
                matrix[i][j] = matrix[j][i] = sums[index(i, j)].correlation();
        return matrix;
    }

    void add(double x, double y) {
        count++;
        double dx = x - meanX;
        double dy = y - meanY;
        meanX += dx / count;
        meanY += dy / count;
        xx += dx * (x - meanX);
        yy += dy * (y - meanY);
        xy += dx * (y - meanY);
    }

    private void merge(PairSums other) {
        double both = count + other.count;
        if (both == 0) return;
        double dx = other.meanX - meanX;
        double dy = other.meanY - meanY;
        double weight = count * (other.count / both);
        xx += other.xx + dx * dx * weight;
        yy += other.yy + dy * dy * weight;
        xy += other.xy + dx * dy * weight;
        meanX += dx * (other.count / both); // exact for the first values, and for equal means
        meanY += dy * (other.count / both);
        count = both;
    }

    /// Pearson's coefficient; NaN for fewer than two pairs, or where one of the two never changes.
    double correlation() {
        if (count < 2 || !(xx > 0) || !(yy > 0)) return Double.NaN;
        double product = xx * yy;
        boolean isExact = product >= Double.MIN_NORMAL && product <= Double.MAX_VALUE;
        double squares = isExact ? Math.sqrt(product) : Math.sqrt(xx) * Math.sqrt(yy);
        return Math.clamp(xy / squares, -1, 1);
    }
}
