package treeline.aggregate;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.numbers.Activities;
import treeline.numbers.Places;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

/// How long each place works and waits, nodes added up, and where it works most beyond the mean.
/// Its sum has four numbers per place, the only one that grows with the places: two megabytes for
/// 65,536 of them.
public final class WorkByPlace
        implements Aggregation<PlaceValues, WorkByPlace.Sums, WorkByPlace.Sums> {
    private final Metric metric;
    private final Places places;
    private final IntUnaryOperator chosen;
    private final Activities activities;
    private final double[] mean;
    private final UnaryOperator<Profile> simplified;

    /// What places of a run work and wait.
    ///
    /// @param mean of each node over all places, NaN where none ran it
    /// @param places of all chosen contexts
    /// @param chosen from a context of the source to its place among those that are chosen
    public WorkByPlace(
            Metric metric,
            Places places,
            IntUnaryOperator chosen,
            Activities activities,
            double[] mean) {
        this(metric, places, chosen, activities, mean.clone(), UnaryOperator.identity());
    }

    private WorkByPlace(
            Metric metric,
            Places places,
            IntUnaryOperator chosen,
            Activities activities,
            double[] mean,
            UnaryOperator<Profile> simplified) {
        this.mean = mean;
        this.simplified = simplified;
        this.metric = metric;
        this.places = places;
        this.chosen = chosen;
        this.activities = activities;
    }

    /// See [MomentsByNode#after]; activities and means are those of the simpler tree.
    public WorkByPlace after(UnaryOperator<Profile> simpler) {
        return new WorkByPlace(metric, places, chosen, activities, mean, simpler);
    }

    /// What each place has.
    public static final class Sums implements Serializable {
        private static final long serialVersionUID = 1;
        private final double[] work;
        private final double[] waiting;
        private final double[] most;
        private final int[] worst;

        Sums(int places) {
            work = new double[places];
            waiting = new double[places];
            most = new double[places];
            worst = new int[places];
            Arrays.fill(worst, -1);
        }

        /// The node where each place exceeds the mean most, -1 where it does nowhere.
        public int worst(int place) {
            return worst[place];
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
                simplified.apply(part.profile()),
                part,
                List.of(metric.in(Scope.EXCLUSIVE)),
                places.by());
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
            for (int cell = rows.start(row); cell < rows.end(row); cell++)
                if (!Double.isNaN(rows.value(cell)))
                    add(sum, place, rows.index(cell), rows.value(cell));
        }
        return sum;
    }

    private void add(Sums sum, int place, int node, double value) {
        if (activities.isWaiting(node)) {
            sum.waiting[place] += value;
            return;
        }
        sum.work[place] += value;
        double beyond = value - (Double.isNaN(mean[node]) ? 0 : mean[node]);
        if (!(beyond > sum.most[place])) return;
        sum.most[place] = beyond;
        sum.worst[place] = node;
    }

    @Override
    public Sums merge(Sums first, Sums second) {
        Arrays.setAll(first.work, i -> first.work[i] + second.work[i]);
        Arrays.setAll(first.waiting, i -> first.waiting[i] + second.waiting[i]);
        for (int place = 0; place < first.most.length; place++) {
            if (!(second.most[place] > first.most[place])) continue;
            first.most[place] = second.most[place];
            first.worst[place] = second.worst[place];
        }
        return first;
    }

    @Override
    public Sums finish(Sums sum) {
        return sum;
    }
}
