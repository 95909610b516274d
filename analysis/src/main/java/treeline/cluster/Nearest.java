package treeline.cluster;

import treeline.ensemble.Ensemble;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;

/// Nearest-neighbour search: the runs or nodes most similar to a given one.
public final class Nearest {
    private static final String DISTANCE = "distance";

    private Nearest() {}

    /// The rows nearest to one of them, without itself: what each is, and its Euclidean `distance`.
    /// Equally near ones stand in the order of their labels.
    ///
    /// @param features mostly standardised, or the largest numbers decide alone
    public static Table of(Features features, int row, int count) {
        if (row < 0 || row >= features.rows())
            throw new IllegalArgumentException(
                    "no row %d among %d".formatted(row, features.rows()));
        Table all =
                features.labels()
                        .with(
                                Column.real(
                                        DISTANCE,
                                        features.rows(),
                                        other -> distance(features, row, other)));
        Order[] orders = new Order[all.names().size()];
        orders[0] = Order.ascending(DISTANCE);
        int at = 1;
        for (String label : all.names())
            if (!label.equals(DISTANCE)) orders[at++] = Order.ascending(label);
        return all.filter(other -> other != row).sort(orders).head(count);
    }

    /// The runs nearest to the one of a name.
    public static Table ofRun(Features features, String run, int count) {
        Column runs = features.labels().column(Ensemble.RUN);
        for (int row = 0; row < features.rows(); row++)
            if (runs.text(row).equals(run)) return of(features, row, count);
        throw new IllegalArgumentException("no run '%s'".formatted(run));
    }

    private static double distance(Features features, int one, int other) {
        double sum = 0;
        for (int column = 0; column < features.columns().size(); column++) {
            double difference = features.at(one, column) - features.at(other, column);
            sum += difference * difference;
        }
        return Math.sqrt(sum);
    }
}
