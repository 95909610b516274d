package treeline.scaling.search;

/// Simple linear regression with leave-one-out predictions in constant time per point. Everything
/// that depends on the regressor only is computed once for all nodes.
final class LeaveOneOutRegression {
    /// Where less than this share of the squares is left without a point, differences of sums lose
    /// digits and the sums are made anew.
    private static final double CANCELS = 1e-3;

    private final double[] column;
    private final double mean;
    private final double[] apart;
    private final double squares;
    private final double[] squaresWithout;

    LeaveOneOutRegression(double[] column) {
        int n = column.length;
        double sum = 0;
        for (double each : column) sum += each;
        this.column = column;
        this.mean = sum / n;
        this.apart = new double[n];
        this.squaresWithout = new double[n];
        double all = 0;
        for (int point = 0; point < n; point++) {
            apart[point] = column[point] - mean;
            all += apart[point] * apart[point];
        }
        this.squares = all;
        for (int point = 0; point < n; point++)
            squaresWithout[point] = all - apart[point] * apart[point] * n / (n - 1);
    }

    double[] column() {
        return column;
    }

    double squares() {
        return squares;
    }

    double products(CentredValues values) {
        double products = 0;
        for (int point = 0; point < column.length; point++)
            products += apart[point] * values.apart(point);
        return products;
    }

    /// A point by the line through the others, whose constant counts as 0 where it is negligible.
    double predicted(int left, double[] values, CentredValues spread, double products) {
        if (!(squaresWithout[left] > CANCELS * squares)) return predictedAnew(left, values, spread);
        int others = column.length - 1;
        double between = products - apart[left] * spread.apart(left) * (others + 1) / others;
        return at(
                left,
                between / squaresWithout[left],
                mean - apart[left] / others,
                spread.mean() - spread.apart(left) / others,
                spread.smallestWithout(values[left]));
    }

    private double predictedAnew(int left, double[] values, CentredValues spread) {
        double sumOfColumn = 0;
        double sum = 0;
        for (int point = 0; point < values.length; point++) {
            if (point == left) continue;
            sumOfColumn += column[point];
            sum += values[point];
        }
        double meanOfColumn = sumOfColumn / (values.length - 1);
        double meanOfValues = sum / (values.length - 1);
        double rest = 0;
        double between = 0;
        for (int point = 0; point < values.length; point++) {
            if (point == left) continue;
            double off = column[point] - meanOfColumn;
            rest += off * off;
            between += off * (values[point] - meanOfValues);
        }
        double smallest = spread.smallestWithout(values[left]);
        return at(left, between / rest, meanOfColumn, meanOfValues, smallest);
    }

    private double at(
            int point, double slope, double meanOfColumn, double meanOfValues, double smallest) {
        double constant = meanOfValues - slope * meanOfColumn;
        double share = smallest == 0 ? Math.abs(constant) : Math.abs(constant / smallest);
        return (share < SingleParameterSearch.NEGLIGIBLE ? 0 : constant) + slope * column[point];
    }
}
