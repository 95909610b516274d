package treeline.aggregate;

import treeline.ledger.Accounts;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.numbers.Locations;
import treeline.single.Workload;

import java.util.List;

/// Compute and waiting time per location, summed over nodes. The partial sum has three numbers per
/// location: 1.5 MB for 65,536 locations. It is the only part that grows with the number of
/// locations.
public final class WorkByPlace implements Aggregation<PlaceValues, Workload.Sums, Workload.Sums> {
    private final Metric metric;
    private final Locations places;
    private final ContextMapping chosen;
    private final Accounts accounts;

    /// What places of a run work and wait.
    ///
    /// @param places of all chosen contexts
    /// @param chosen from a context of the source to its place among those that are chosen
    /// @param accounts of the nodes after parts were made simpler
    public WorkByPlace(Metric metric, Locations places, ContextMapping chosen, Accounts accounts) {
        this.metric = metric.in(Scope.EXCLUSIVE);
        this.places = places;
        this.chosen = chosen;
        this.accounts = accounts;
    }

    @Override
    public PlaceValues map(SourcePart part) {
        return PlaceValues.of(part, List.of(metric), places.by());
    }

    @Override
    public Workload.Sums zero() {
        return new Workload.Sums(places.size());
    }

    @Override
    public Workload.Sums add(Workload.Sums sum, PlaceValues mapped) {
        sum.add(mapped.columns().getFirst(), mapped.in(places, chosen), accounts);
        return sum;
    }

    @Override
    public Workload.Sums merge(Workload.Sums first, Workload.Sums second) {
        first.merge(second);
        return first;
    }

    @Override
    public Workload.Sums finish(Workload.Sums sum) {
        return sum;
    }
}
