package treeline.single;

import org.hipparchus.stat.regression.SimpleRegression;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.RealColumn;
import treeline.table.Table;
import treeline.transform.Reduction;

import java.util.stream.IntStream;

/// Linear regression of two metrics over all nodes, with the residual of each node. On a
/// logarithmic scale the line is a power law, and nodes of all magnitudes have equal weight.
///
/// @param intercept in the stored unit; on a logarithmic scale, of the natural logarithms
/// @param nodes the nodes at which both metrics are positive
public record Regression(
        double slope, double intercept, double rSquare, boolean logarithmic, Table nodes) {

    /// Minimum distance of an outlier, in standard deviations.
    private static final double OUTLIER = 3;

    /// Distances this small beside the values are rounding, not outliers.
    private static final double ROUNDING = 1e-12;

    /// The table has a row a node, farthest first: `path`, the two values, `predicted`, `distance`
    /// (of the logarithms on that scale), `deviations` (the distance over its standard deviation)
    /// and `outlier`.
    ///
    /// @param of the metric to explain
    /// @param on the metric that explains it
    public static Regression of(
            Profile profile, Metric of, Metric on, Reduction over, boolean logarithmic) {
        if (of.equals(on))
            throw new IllegalArgumentException(
                    "a regression line needs two different metrics, found '%s' twice"
                            .formatted(of.toString()));
        double[] x = Numbers.of(profile, on).values(on.scope(), over);
        double[] y = Numbers.of(profile, of).values(of.scope(), over);
        int[] nodes =
                IntStream.range(0, x.length)
                        .filter(node -> isUsable(x[node]) && isUsable(y[node]))
                        .toArray();
        var line = new SimpleRegression();
        for (int node : nodes)
            line.addData(scaled(x[node], logarithmic), scaled(y[node], logarithmic));
        double[] predicted = new double[nodes.length];
        double[] distance = new double[nodes.length];
        for (int row = 0; row < nodes.length; row++) {
            predicted[row] = line.predict(scaled(x[nodes[row]], logarithmic));
            distance[row] = scaled(y[nodes[row]], logarithmic) - predicted[row];
        }
        double[] deviations = deviations(distance, predicted);
        Table table =
                Table.of(
                                Column.text(
                                                "path",
                                                nodes.length,
                                                row -> NodePath.of(profile.tree(), nodes[row]))
                                        .headed("call path"),
                                Column.real(on.toString(), nodes.length, row -> x[nodes[row]])
                                        .in(on.unit())
                                        .headed("at"),
                                Column.real(of.toString(), nodes.length, row -> y[nodes[row]])
                                        .in(of.unit())
                                        .headed("is"),
                                Column.real(
                                                "predicted",
                                                nodes.length,
                                                row -> unscaled(predicted[row], logarithmic))
                                        .in(of.unit()),
                                Column.real("distance", distance),
                                Column.real("deviations", deviations),
                                Column.flag(
                                        "outlier", nodes.length, row -> deviations[row] > OUTLIER))
                        .sort(Order.descending("deviations"));
        return new Regression(
                line.getSlope(), line.getIntercept(), line.getRSquare(), logarithmic, table);
    }

    /// How many standard deviations each node is away; none where all lie on the line.
    private static double[] deviations(double[] distance, double[] predicted) {
        double squares = 0;
        double largest = 0;
        for (int row = 0; row < distance.length; row++) {
            squares += distance[row] * distance[row];
            largest = Math.max(largest, Math.abs(predicted[row]));
        }
        double deviation = Math.sqrt(squares / Math.max(1, distance.length - 2));
        double[] deviations = new double[distance.length];
        if (deviation > ROUNDING * largest)
            for (int row = 0; row < deviations.length; row++)
                deviations[row] = Math.abs(distance[row]) / deviation;
        return deviations;
    }

    /// Where the middle of the nodes is: the mean of the metric that explains, on logarithmic scale
    /// the geometric one; NaN without nodes.
    public double middle() {
        RealColumn x = nodes.real(nodes.names().get(1));
        double mean =
                IntStream.range(0, nodes.rows())
                        .mapToDouble(row -> scaled(x.at(row), logarithmic))
                        .average()
                        .orElse(Double.NaN);
        return unscaled(mean, logarithmic);
    }

    /// What the line has at a value of the metric that explains.
    public double predicted(double x) {
        return unscaled(intercept + slope * scaled(x, logarithmic), logarithmic);
    }

    private static boolean isUsable(double value) {
        return value > 0 && Double.isFinite(value);
    }

    private static double scaled(double value, boolean logarithmic) {
        return logarithmic ? Math.log(value) : value;
    }

    private static double unscaled(double value, boolean logarithmic) {
        return logarithmic ? Math.exp(value) : value;
    }
}
