package treeline.aggregate;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.NodeMoments;
import treeline.numbers.Places;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Sum, mean, extremes, deviation and imbalance of every node over places, of several metrics in
/// one pass. The places in [treeline.numbers.Moments#slowest] are contexts of the source: the first
/// of each place.
public final class MomentsByNode
        implements Aggregation<PlaceValues, ArrayList<NodeMoments>, List<NodeMoments>> {
    private final List<Metric> metrics;
    private final Places.By by;
    private final UnaryOperator<Profile> simplified;

    private MomentsByNode(List<Metric> metrics, Places.By by, UnaryOperator<Profile> simplified) {
        this.metrics = List.copyOf(metrics);
        this.by = by;
        this.simplified = simplified;
    }

    /// @param metrics in the scope that is wanted, stored or not
    public static MomentsByNode of(List<Metric> metrics, Places.By by) {
        return new MomentsByNode(metrics, by, UnaryOperator.identity());
    }

    /// The same after every part was made simpler, by what treats each context on its own and
    /// leaves contexts as they are.
    public MomentsByNode after(UnaryOperator<Profile> simpler) {
        return new MomentsByNode(metrics, by, simpler);
    }

    @Override
    public PlaceValues map(Part part) {
        return PlaceValues.of(simplified.apply(part.profile()), part, metrics, by);
    }

    @Override
    public ArrayList<NodeMoments> zero() {
        return new ArrayList<>();
    }

    @Override
    public ArrayList<NodeMoments> add(ArrayList<NodeMoments> sum, PlaceValues mapped) {
        int[] places = mapped.firstContext().toArray();
        for (int i = 0; i < metrics.size(); i++) {
            if (sum.size() == i) sum.add(new NodeMoments(mapped.columns().get(i).nodes()));
            sum.get(i).add(mapped.columns().get(i), places);
        }
        return sum;
    }

    @Override
    public ArrayList<NodeMoments> merge(
            ArrayList<NodeMoments> first, ArrayList<NodeMoments> second) {
        if (first.isEmpty()) return second;
        for (int i = 0; i < second.size(); i++) first.get(i).merge(second.get(i));
        return first;
    }

    /// One per metric; none of a run without contexts.
    @Override
    public List<NodeMoments> finish(ArrayList<NodeMoments> sum) {
        return List.copyOf(sum);
    }
}
