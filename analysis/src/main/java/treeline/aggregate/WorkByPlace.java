package treeline.aggregate;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;
import treeline.numbers.Locations;
import treeline.numbers.activity.Activities;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/// Compute and waiting time per location, summed over nodes. The partial sum has two numbers per
/// location: 1 MB for 65,536 locations. It is the only part that grows with the number of
/// locations.
public final class WorkByPlace
        implements Aggregation<PlaceValues, WorkByPlace.Sums, WorkByPlace.Sums> {
    private final Metric metric;
    private final Locations places;
    private final ContextMapping chosen;
    private final Activities activities;

    /// What places of a run work and wait.
    ///
    /// @param places of all chosen contexts
    /// @param chosen from a context of the source to its place among those that are chosen
    /// @param activities of the nodes after parts were made simpler
    public WorkByPlace(
            Metric metric, Locations places, ContextMapping chosen, Activities activities) {
        this.metric = metric.in(Scope.EXCLUSIVE);
        this.places = places;
        this.chosen = chosen;
        this.activities = activities;
    }

    /// Compute and waiting time of each location.
    public static final class Sums implements Serializable {
        private static final long serialVersionUID = 1;
        private final double[] work;
        private final double[] waiting;

        Sums(int places) {
            work = new double[places];
            waiting = new double[places];
        }

        public double[] work() {
            return work.clone();
        }

        public double[] waiting() {
            return waiting.clone();
        }
    }

    @Override
    public PlaceValues map(SourcePart part) {
        return PlaceValues.of(part, List.of(metric), places.by());
    }

    @Override
    public Sums zero() {
        return new Sums(places.size());
    }

    @Override
    public Sums add(Sums sum, PlaceValues mapped) {
        MetricColumn column = mapped.columns().getFirst();
        SparseRows rows = column.byContext();
        for (int row = 0; row < rows.rows(); row++) {
            int place = places.of(chosen.applyAsInt(mapped.firstContext().at(row)));
            for (int cell = rows.start(row); cell < rows.end(row); cell++) {
                if (Double.isNaN(rows.value(cell))) continue;
                boolean waits = activities.isWaiting(rows.index(cell));
                (waits ? sum.waiting : sum.work)[place] += rows.value(cell);
            }
        }
        return sum;
    }

    @Override
    public Sums merge(Sums first, Sums second) {
        Arrays.setAll(first.work, i -> first.work[i] + second.work[i]);
        Arrays.setAll(first.waiting, i -> first.waiting[i] + second.waiting[i]);
        return first;
    }

    @Override
    public Sums finish(Sums sum) {
        return sum;
    }
}
