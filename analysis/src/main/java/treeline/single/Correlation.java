package treeline.single;

import org.hipparchus.stat.correlation.KendallsCorrelation;
import org.hipparchus.stat.correlation.SpearmansCorrelation;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.RealColumn;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// Correlation of metrics over nodes and contexts. Two metrics are compared over the cells that
/// have both.
public final class Correlation {

    /// The correlation coefficient.
    public enum Method {
        /// On a line.
        PEARSON,
        /// In the same order, by ranks.
        SPEARMAN,
        /// In the same order, by pairs (tau-b, which allows for ties).
        KENDALL
    }

    private Correlation() {}

    /// A square table: `metric`, then one column for each. NaN where a pair shares fewer than two
    /// cells or one of the two never changes.
    public static Table of(Profile profile, List<Metric> metrics, Method method) {
        return table(
                metrics,
                method == Method.PEARSON
                        ? onLines(profile, metrics)
                        : inOrder(profile, metrics, method));
    }

    private static double[][] onLines(Profile profile, List<Metric> metrics) {
        PairSums[] sums = PairSums.ofPairs(metrics.size());
        for (PairSums[] rank : PairSums.byRank(profile, metrics)) PairSums.merge(sums, rank);
        return PairSums.correlations(sums, metrics.size());
    }

    private static double[][] inOrder(Profile profile, List<Metric> metrics, Method method) {
        double[][] matrix = new double[metrics.size()][metrics.size()];
        for (int i = 0; i < metrics.size(); i++) {
            for (int j = 0; j <= i; j++) {
                Pairs pairs = Pairs.of(profile, metrics.get(i), metrics.get(j));
                matrix[i][j] = matrix[j][i] = of(pairs.first(), pairs.second(), method);
            }
        }
        return matrix;
    }

    /// The same of coefficients that are known.
    ///
    /// @param matrix in the order of the metrics
    public static Table table(List<Metric> metrics, double[][] matrix) {
        if (new HashSet<>(metrics).size() < metrics.size())
            throw new IllegalArgumentException("duplicate metric");
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text("metric", metrics.size(), row -> metrics.get(row).toString()));
        for (int j = 0; j < metrics.size(); j++)
            columns.add(Column.real(metrics.get(j).toString(), matrix[j]));
        return Table.of(columns);
    }

    /// The metrics of a matrix that have a correlation with any other one; the others have no
    /// values where another has some, or never change.
    public static List<String> known(Table matrix) {
        List<String> names = matrix.names().subList(1, matrix.names().size());
        List<String> known = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            RealColumn of = matrix.real(names.get(i));
            int self = i;
            if (IntStream.range(0, names.size())
                    .anyMatch(row -> row != self && !Double.isNaN(of.at(row))))
                known.add(names.get(i));
        }
        return known;
    }

    /// The pairs of a matrix whose correlation is at least so strong, in either direction,
    /// strongest first: `first`, `second`, `correlation`.
    public static Table strongest(Table matrix, double atLeast) {
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        List<String> names = matrix.names().subList(1, matrix.names().size());
        for (int i = 0; i < names.size(); i++) {
            for (int j = 0; j < i; j++) {
                double value = matrix.real(names.get(i)).at(j);
                if (!(Math.abs(value) >= atLeast)) continue;
                first.add(names.get(j));
                second.add(names.get(i));
                values.add(value);
            }
        }
        double[] found = values.stream().mapToDouble(Double::doubleValue).toArray();
        return Table.of(
                        Column.text("first", first).headed("metric"),
                        Column.text("second", second).headed("and"),
                        Column.real("correlation", found),
                        Column.real("strength", found.length, row -> Math.abs(found[row])))
                .sort(Order.descending("strength"))
                .select("first", "second", "correlation");
    }

    /// Of two rows of values; NaN for fewer than two, or where one of the two never changes.
    public static double of(double[] first, double[] second, Method method) {
        if (first.length < 2 || isConstant(first) || isConstant(second)) return Double.NaN;
        if (Arrays.equals(first, second)) return 1;
        return switch (method) {
            case PEARSON -> onALine(first, second);
            case SPEARMAN -> new SpearmansCorrelation().correlation(first, second);
            case KENDALL -> new KendallsCorrelation().correlation(first, second);
        };
    }

    private static double onALine(double[] first, double[] second) {
        if (first.length != second.length)
            throw new IllegalArgumentException(
                    "cannot pair %d with %d values".formatted(first.length, second.length));
        var sums = new PairSums();
        for (int i = 0; i < first.length; i++) sums.add(first[i], second[i]);
        return sums.correlation();
    }

    private static boolean isConstant(double[] values) {
        return Arrays.stream(values).allMatch(value -> value == values[0]);
    }

    /// The value pairs of two metrics in the cells that have both.
    static final class Pairs {
        private final double[] first;
        private final double[] second;

        Pairs(double[] first, double[] second) {
            this.first = first;
            this.second = second;
        }

        double[] first() {
            return first;
        }

        double[] second() {
            return second;
        }

        static Pairs of(Profile profile, Metric one, Metric other) {
            var a = DoubleStream.builder();
            var b = DoubleStream.builder();
            forEachPair(
                    profile,
                    one,
                    other,
                    (_, x, y) -> {
                        a.add(x);
                        b.add(y);
                    });
            return new Pairs(a.build().toArray(), b.build().toArray());
        }
    }

    /// Receives the two values of a cell.
    @FunctionalInterface
    interface EachPair {
        void accept(int context, double first, double second);
    }

    /// Calls with the values of two metrics in the cells that have both.
    static void forEachPair(Profile profile, Metric one, Metric other, EachPair each) {
        SparseRows first = profile.column(one).byContext();
        SparseRows second = profile.column(other).byContext();
        for (int context = 0; context < first.rows(); context++) {
            int at = second.start(context);
            for (int cell = first.start(context); cell < first.end(context); cell++) {
                while (at < second.end(context) && second.index(at) < first.index(cell)) at++;
                if (at == second.end(context)) break;
                if (second.index(at) != first.index(cell)) continue;
                if (Double.isNaN(first.value(cell)) || Double.isNaN(second.value(at))) continue;
                each.accept(context, first.value(cell), second.value(at));
            }
        }
    }
}
