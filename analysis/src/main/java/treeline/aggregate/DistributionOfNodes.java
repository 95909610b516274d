package treeline.aggregate;

import treeline.model.Metric;
import treeline.model.SparseRows;
import treeline.numbers.Locations;

import java.util.Arrays;
import java.util.List;

/// Percentiles, histogram and slowest locations of selected nodes, or of groups of nodes whose
/// values are summed, such as all calls of one MPI routine. A location that ran none of them has no
/// value.
public final class DistributionOfNodes
        implements Aggregation<PlaceValues, NodeDistribution[], List<NodeDistribution>> {
    private final Metric metric;
    private final Locations.By by;
    private final int[][] groups;
    private final boolean absentCounts;

    /// The distributions of some groups of nodes.
    ///
    /// @param metric in the scope that is wanted
    /// @param groups of nodes; of inclusive values, none below another of its group
    /// @param absentCounts whether a place that has no value has 0
    public DistributionOfNodes(
            Metric metric, Locations.By by, int[][] groups, boolean absentCounts) {
        this.metric = metric;
        this.by = by;
        this.groups = Arrays.stream(groups).map(int[]::clone).toArray(int[][]::new);
        this.absentCounts = absentCounts;
    }

    @Override
    public PlaceValues map(SourcePart part) {
        return PlaceValues.of(part, List.of(metric), by)
                .summed(groups, absentCounts ? 0 : Double.NaN);
    }

    @Override
    public NodeDistribution[] zero() {
        return NodeDistribution.of(groups.length);
    }

    @Override
    public NodeDistribution[] add(NodeDistribution[] sum, PlaceValues mapped) {
        SparseRows rows = mapped.columns().getFirst().byNode();
        for (int group = 0; group < groups.length; group++)
            for (int cell = rows.start(group); cell < rows.end(group); cell++)
                sum[group].add(mapped.firstContext().at(rows.index(cell)), rows.value(cell));
        return sum;
    }

    @Override
    public NodeDistribution[] merge(NodeDistribution[] first, NodeDistribution[] second) {
        for (int i = 0; i < first.length; i++) first[i].merge(second[i]);
        return first;
    }

    /// One per group.
    @Override
    public List<NodeDistribution> finish(NodeDistribution[] sum) {
        return List.of(sum);
    }
}
