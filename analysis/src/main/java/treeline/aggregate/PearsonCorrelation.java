package treeline.aggregate;

import treeline.model.Metric;
import treeline.single.PairSums;

import java.util.List;

/// Pearson correlation of metrics over all cells that have both values, from sums of products. Rank
/// correlations (Spearman, Kendall) need all values at once and cannot be aggregated.
public final class PearsonCorrelation
        implements Aggregation<List<PairSums[]>, PairSums[], double[][]> {
    private final List<Metric> metrics;

    public PearsonCorrelation(List<Metric> metrics) {
        this.metrics = List.copyOf(metrics);
    }

    @Override
    public List<PairSums[]> map(SourcePart part) {
        return PairSums.byRank(part.profile(), metrics);
    }

    @Override
    public PairSums[] zero() {
        return PairSums.ofPairs(metrics.size());
    }

    @Override
    public PairSums[] add(PairSums[] sum, List<PairSums[]> mapped) {
        for (PairSums[] rank : mapped) PairSums.merge(sum, rank);
        return sum;
    }

    @Override
    public PairSums[] merge(PairSums[] first, PairSums[] second) {
        PairSums.merge(first, second);
        return first;
    }

    /// A square matrix in the order of the metrics, NaN where a pair shares fewer than two cells or
    /// one of the two never changes.
    @Override
    public double[][] finish(PairSums[] sum) {
        return PairSums.correlations(sum, metrics.size());
    }
}
