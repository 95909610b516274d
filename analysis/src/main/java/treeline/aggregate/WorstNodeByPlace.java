package treeline.aggregate;

import treeline.ledger.Accounts;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.SparseRows;
import treeline.numbers.Locations;
import treeline.single.Workload;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// For each slow location, the node whose compute time exceeds the mean the most. It needs the
/// means first, so it runs in a second pass over the slow locations only. A location is identified
/// by its first context in the source.
public final class WorstNodeByPlace
        implements Aggregation<
                Map<Integer, Workload.Worst>,
                HashMap<Integer, Workload.Worst>,
                Map<Integer, Workload.Worst>> {
    private final Metric metric;
    private final Locations.By by;
    private final Accounts accounts;
    private final double[] mean;

    /// The node of each place.
    ///
    /// @param accounts of the nodes after parts were made simpler
    /// @param mean of each of these nodes over all places, NaN where none ran it
    public WorstNodeByPlace(Metric metric, Locations.By by, Accounts accounts, double[] mean) {
        this.metric = metric.in(Scope.EXCLUSIVE);
        this.by = by;
        this.accounts = accounts;
        this.mean = mean.clone();
    }

    @Override
    public Map<Integer, Workload.Worst> map(SourcePart part) {
        PlaceValues values = PlaceValues.of(part, List.of(metric), by);
        SparseRows rows = values.columns().getFirst().byContext();
        Map<Integer, Workload.Worst> worst = new HashMap<>();
        for (int row = 0; row < rows.rows(); row++)
            worst.put(values.firstContext().at(row), Workload.Worst.of(rows, row, mean, accounts));
        return worst;
    }

    @Override
    public HashMap<Integer, Workload.Worst> zero() {
        return new HashMap<>();
    }

    @Override
    public HashMap<Integer, Workload.Worst> add(
            HashMap<Integer, Workload.Worst> sum, Map<Integer, Workload.Worst> mapped) {
        sum.putAll(mapped);
        return sum;
    }

    @Override
    public HashMap<Integer, Workload.Worst> merge(
            HashMap<Integer, Workload.Worst> first, HashMap<Integer, Workload.Worst> second) {
        return add(first, second);
    }

    @Override
    public Map<Integer, Workload.Worst> finish(HashMap<Integer, Workload.Worst> sum) {
        return sum;
    }
}
