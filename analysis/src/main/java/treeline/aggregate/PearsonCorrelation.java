package treeline.aggregate;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.single.Correlation;

import java.util.List;

/// How far metrics lie on a line with each other over all cells that have both, from sums of their
/// products. What compares orders (Spearman, Kendall) needs all values at once and is no
/// aggregation.
public final class PearsonCorrelation implements Aggregation<ProductSums, ProductSums, double[][]> {
    private final List<Metric> metrics;

    public PearsonCorrelation(List<Metric> metrics) {
        this.metrics = List.copyOf(metrics);
    }

    @Override
    public ProductSums map(Part part) {
        Profile profile = part.profile();
        var sums = new ProductSums(metrics.size());
        for (int i = 0; i < metrics.size(); i++)
            for (int j = 0; j <= i; j++) {
                int first = i;
                int second = j;
                Correlation.forEachPair(
                        profile,
                        metrics.get(i),
                        metrics.get(j),
                        (x, y) -> sums.add(first, second, x, y));
            }
        return sums;
    }

    @Override
    public ProductSums zero() {
        return new ProductSums(metrics.size());
    }

    @Override
    public ProductSums add(ProductSums sum, ProductSums mapped) {
        return merge(sum, mapped);
    }

    @Override
    public ProductSums merge(ProductSums first, ProductSums second) {
        first.merge(second);
        return first;
    }

    /// A square matrix in the order of the metrics, NaN where a pair shares fewer than two cells or
    /// one of the two never changes.
    @Override
    public double[][] finish(ProductSums sum) {
        return sum.correlations();
    }
}
