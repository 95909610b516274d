package treeline.aggregate;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;
import treeline.numbers.Activities;
import treeline.numbers.Places;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/// How long each place works and waits, nodes added up. Its sum has two numbers per place, the only
/// one that grows with the places: a megabyte for 65,536 of them.
public final class WorkByPlace
        implements Aggregation<PlaceValues, WorkByPlace.Sums, WorkByPlace.Sums> {
    private final Metric metric;
    private final Places places;
    private final Activities activities;

    /// @param places all of the source
    public WorkByPlace(Metric metric, Places places, Activities activities) {
        this.metric = metric;
        this.places = places;
        this.activities = activities;
    }

    /// Two numbers per place.
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
    public PlaceValues map(Part part) {
        return PlaceValues.of(
                part.profile(), part, List.of(metric.in(Scope.EXCLUSIVE)), places.by());
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
            int place = places.of(mapped.firstContext().at(row));
            for (int cell = rows.start(row); cell < rows.end(row); cell++)
                if (!Double.isNaN(rows.value(cell)))
                    (activities.isWaiting(rows.index(cell)) ? sum.waiting : sum.work)[place] +=
                            rows.value(cell);
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
