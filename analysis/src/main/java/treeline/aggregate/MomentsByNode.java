package treeline.aggregate;

import treeline.model.Metric;
import treeline.numbers.Locations;
import treeline.numbers.NodeMoments;
import treeline.numbers.Numbers;

import java.util.List;

/// Sum, mean, extremes, standard deviation and imbalance of every node over locations, for several
/// metrics in one pass. [treeline.numbers.Moments#slowest] holds context indexes of the source: the
/// first context of each location.
///
/// [#ofLongestThreads] computes elapsed time per rank instead, see [Numbers#elapsed].
public final class MomentsByNode
        implements Aggregation<PlaceValues, NodeMoments[], List<NodeMoments>> {
    private final List<Metric> metrics;
    private final Locations.By by;
    private final boolean longestThreads;

    private MomentsByNode(List<Metric> metrics, Locations.By by, boolean longestThreads) {
        this.metrics = List.copyOf(metrics);
        this.by = by;
        this.longestThreads = longestThreads;
    }

    /// The numbers of some metrics.
    ///
    /// @param metrics in the scope that is wanted, stored or not
    public static MomentsByNode of(List<Metric> metrics, Locations.By by) {
        return new MomentsByNode(metrics, by, false);
    }

    /// The longest of the threads of each rank, of a metric that is time.
    public static MomentsByNode ofLongestThreads(Metric metric) {
        return new MomentsByNode(List.of(metric), Locations.By.RANK, true);
    }

    @Override
    public PlaceValues map(SourcePart part) {
        return longestThreads
                ? PlaceValues.ofLongestThreads(part, metrics.getFirst())
                : PlaceValues.of(part, metrics, by);
    }

    @Override
    public NodeMoments[] zero() {
        return new NodeMoments[0];
    }

    @Override
    public NodeMoments[] add(NodeMoments[] sum, PlaceValues mapped) {
        NodeMoments[] all = sum;
        if (all.length == 0)
            all =
                    mapped.columns().stream()
                            .map(column -> new NodeMoments(column.nodes()))
                            .toArray(NodeMoments[]::new);
        int[] places = mapped.firstContext().toArray();
        for (int i = 0; i < all.length; i++) all[i].add(mapped.columns().get(i), places);
        return all;
    }

    @Override
    public NodeMoments[] merge(NodeMoments[] first, NodeMoments[] second) {
        if (first.length == 0) return second;
        for (int i = 0; i < second.length; i++) first[i].merge(second[i]);
        return first;
    }

    /// One per metric; none of a run without contexts.
    @Override
    public List<NodeMoments> finish(NodeMoments[] sum) {
        return List.of(sum);
    }
}
