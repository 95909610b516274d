package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.app.commands.output.DataAnswer;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.model.Metric;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;

/// Which nodes are worth a line to people: those that reach a share of the largest value in some
/// run. Programs get all, unless they ask for less.
final class ShownRows {
    static final Option<Double> THRESHOLD =
            Option.of(
                    "threshold",
                    Value.real("PERCENT", 0, 100),
                    "leave out what is below this share of the largest value in every run (default:"
                            + " 1, with --csv and --json 0)");
    private static final double USUAL = 1;

    private final double[] largest;
    private final double least;

    private ShownRows(double[] largest, double least) {
        this.largest = largest;
        this.least = least;
    }

    static Threshold threshold(Arguments arguments) {
        double usual = DataAnswer.isAsked(arguments) ? 0 : USUAL;
        return new Threshold.ShareOfLargest(arguments.value(THRESHOLD, usual) / 100);
    }

    static ShownRows of(Ensemble ensemble, List<Metric> metrics, Arguments arguments) {
        double[] largest = new double[ensemble.tree().size()];
        for (Metric metric : metrics) {
            double[] ofMetric = Statistics.values(ensemble, metric, Statistic.MAX);
            for (int node = 0; node < largest.length; node++)
                if (ofMetric[node] > largest[node]) largest[node] = ofMetric[node];
        }
        double most = 0;
        for (double each : largest) most = Math.max(most, each);
        return new ShownRows(largest, threshold(arguments).of(most));
    }

    /// The rows that are shown of columns with a row for each node, those with the largest value
    /// first.
    List<Measured> ofNodes(List<Measured> columns) {
        List<Column> all = new ArrayList<>(columns.stream().map(Measured::column).toList());
        all.add(Column.real("largest value", largest));
        Table rows =
                Table.of(all)
                        .filter(node -> largest[node] >= least)
                        .sort(Order.descending("largest value"));
        return columns.stream()
                .map(
                        each ->
                                new Measured(
                                        rows.column(each.column().name()),
                                        each.heading(),
                                        each.unit()))
                .toList();
    }

    List<String> notes() {
        return List.of();
    }
}
