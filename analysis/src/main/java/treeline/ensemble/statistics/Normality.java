package treeline.ensemble.statistics;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Statistics;
import treeline.model.Metric;
import treeline.model.SparseRows;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;

/// Shapiro-Wilk test of the values of each node over runs: whether a normal distribution is
/// plausible, as means, standard deviations and confidence intervals assume.
public final class Normality {
    /// Below this likelihood a distribution is said not to be normal.
    public static final double LEVEL = 0.05;

    private Normality() {}

    /// A row for each node: `node`, `path`, `<metric>_w`, `<metric>_p` and `<metric>_normality`:
    /// `True` or `False`, missing where fewer than 3 runs have a value or all values are equal.
    public static Table of(Ensemble ensemble, Metric metric) {
        SparseRows rows = ensemble.column(metric).byNode();
        List<ShapiroWilk> tests = new ArrayList<>();
        for (int node = 0; node < rows.rows(); node++)
            tests.add(ShapiroWilk.of(Statistics.sample(rows, node).sorted()));
        String name = ensemble.nameOf(metric);
        List<Column> columns = new ArrayList<>(Statistics.nodes(ensemble));
        columns.add(Column.real(name + "_w", tests.size(), node -> tests.get(node).w()));
        columns.add(Column.real(name + "_p", tests.size(), node -> tests.get(node).p()));
        columns.add(
                Column.text(
                        name + "_normality", tests.size(), node -> verdict(tests.get(node).p())));
        return Table.of(columns);
    }

    private static @org.jspecify.annotations.Nullable String verdict(double p) {
        if (Double.isNaN(p)) return null;
        return p < LEVEL ? "False" : "True";
    }
}
