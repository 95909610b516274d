package treeline.cluster;

import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.SingularValueDecomposition;

import treeline.ensemble.Statistic;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Principal component analysis. Components are orthogonal and sorted by explained variance;
/// components without variance are omitted.
///
/// The sign of a component is chosen so that its largest weight in absolute value is positive; in a
/// tie, the first of them.
public final class PrincipalComponents {
    private final Features features;
    private final double[][] weights;
    private final double[][] scores;
    private final double[] variance;

    private PrincipalComponents(
            Features features, double[][] weights, double[][] scores, double[] variance) {
        this.features = features;
        this.weights = weights;
        this.scores = scores;
        this.variance = variance;
    }

    /// Of features that are best standardised: one with large numbers is else the first component.
    public static PrincipalComponents of(Features features) {
        int[] order = features.canonicalOrder();
        double[][] centred = new double[features.columns().size()][];
        for (int column = 0; column < centred.length; column++)
            centred[column] = centred(features, column, order);
        int rows = order.length;
        boolean wide = centred.length > rows;
        // The longer side of the matrix is reduced to a triangle before: three times as fast
        RealMatrix columns = new Array2DRowRealMatrix(centred, false);
        RealMatrix tall = wide ? columns : columns.transpose();
        int side = tall.getColumnDimension();
        var singular =
                new SingularValueDecomposition(
                        new QRDecomposition(tall).getR().getSubMatrix(0, side - 1, 0, side - 1));
        double[] lengths = singular.getSingularValues();
        RealMatrix turned = tall.multiply(singular.getV());
        int count = rank(lengths, tall.getRowDimension());
        double[][] weights = new double[count][];
        double[][] scores = new double[count][rows];
        double[] variance = new double[count];
        for (int component = 0; component < count; component++) {
            double length = lengths[component];
            double[] unit = singular.getV().getColumn(component);
            double[] direction = wide ? scaled(turned.getColumn(component), 1 / length) : unit;
            double sign = sign(direction);
            weights[component] = scaled(direction, sign);
            for (int i = 0; i < rows; i++)
                scores[component][order[i]] =
                        sign * (wide ? unit[i] * length : turned.getEntry(i, component));
            variance[component] = length * length / (rows - 1);
        }
        return new PrincipalComponents(features, weights, scores, variance);
    }

    /// How many directions are longer than rounding makes them.
    private static int rank(double[] lengths, int longerSide) {
        int rank = 0;
        for (double length : lengths) if (length > lengths[0] * Math.ulp(1.0) * longerSide) rank++;
        return rank;
    }

    private static double[] centred(Features features, int column, int[] order) {
        double mean = Statistic.MEAN.of(features.column(column));
        double[] centred = new double[order.length];
        for (int i = 0; i < order.length; i++) centred[i] = features.at(order[i], column) - mean;
        return centred;
    }

    /// Weights that differ by rounding only count as equal, or the sign would be chance.
    private static double sign(double[] direction) {
        double largest = 0;
        for (double weight : direction)
            if (Math.abs(weight) > Math.abs(largest) * (1 + 1e-9)) largest = weight;
        return largest < 0 ? -1 : 1;
    }

    private static double[] scaled(double[] values, double factor) {
        double[] scaled = values.clone();
        for (int i = 0; i < scaled.length; i++) scaled[i] *= factor;
        return scaled;
    }

    public int count() {
        return variance.length;
    }

    /// How much of a feature is in a component; the squares of all weights of a component add up to
    /// 1.
    public double weight(int component, int column) {
        return weights[component][column];
    }

    /// Where a row lies in the direction of a component.
    public double score(int component, int row) {
        return scores[component][row];
    }

    /// Of the rows as a sample: divided by n - 1.
    public double variance(int component) {
        return variance[component];
    }

    /// The part of the whole variance that a component carries.
    public double share(int component) {
        double sum = 0;
        for (double each : variance) sum += each;
        return variance[component] / sum;
    }

    /// The same rows with their scores in the first components as features, `pc1` and so on; all
    /// components if there are fewer.
    public Features reduced(int components) {
        int count = Math.min(components, count());
        if (count < 1)
            throw new IllegalArgumentException(
                    components < 1
                            ? "%d components".formatted(components)
                            : "all rows are equal, so no principal components exist");
        double[] values = new double[features.rows() * count];
        for (int row = 0; row < features.rows(); row++)
            for (int i = 0; i < count; i++) values[row * count + i] = score(i, row);
        return features.with(
                IntStream.range(0, count).mapToObj(PrincipalComponents::name).toList(), values);
    }

    /// A row for each component: `component`, `variance`, `share` and the weight of each feature.
    public Table table() {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text("component", count(), PrincipalComponents::name));
        columns.add(Column.real("variance", variance));
        columns.add(Column.real("share", count(), this::share));
        for (int i = 0; i < features.columns().size(); i++) {
            int column = i;
            columns.add(
                    Column.real(
                            features.columns().get(i) + "_weight",
                            count(),
                            component -> weight(component, column)));
        }
        return Table.of(columns);
    }

    private static String name(int component) {
        return "pc" + (component + 1);
    }
}
