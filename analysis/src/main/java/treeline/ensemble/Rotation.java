package treeline.ensemble;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Turns the columns of a matrix until they are at right angles to each other (one-sided Jacobi,
/// Hestenes 1958): its singular value decomposition, accurate also where a direction carries
/// little. The smaller side of the matrix is turned, so that a few runs with thousands of nodes are
/// quick.
final class Rotation {
    private static final int MOST_SWEEPS = 60;

    /// What the length of the longest column and the cosine of two are rounded by.
    private final double rounding;

    private final double[][] turned;
    private final double[][] turns;
    private final double[] length;
    private final int[] longestFirst;
    private final boolean transposed;

    private Rotation(double[][] turned, boolean transposed) {
        this.turned = turned;
        this.transposed = transposed;
        this.rounding = Math.ulp(1.0) * Math.max(turned.length, turned[0].length);
        this.turns = new double[turned.length][turned.length];
        for (int i = 0; i < turns.length; i++) turns[i][i] = 1;
        turnAll();
        this.length = Arrays.stream(turned).mapToDouble(c -> Math.sqrt(dot(c, c))).toArray();
        this.longestFirst =
                IntStream.range(0, length.length)
                        .boxed()
                        .sorted(Comparator.comparingDouble(column -> -length[column]))
                        .mapToInt(Integer::intValue)
                        .toArray();
    }

    /// @param columns of equal length
    static Rotation of(double[][] columns) {
        int rows = columns[0].length;
        if (columns.length > rows) return new Rotation(transposed(columns), true);
        return new Rotation(
                Arrays.stream(columns).map(double[]::clone).toArray(double[][]::new), false);
    }

    private static double[][] transposed(double[][] columns) {
        double[][] rows = new double[columns[0].length][columns.length];
        for (int column = 0; column < columns.length; column++)
            for (int row = 0; row < rows.length; row++) rows[row][column] = columns[column][row];
        return rows;
    }

    /// Sweeps over all pairs of columns until none is turned. Squared lengths are kept up to date
    /// instead of computed for every pair, and computed anew in every sweep.
    private void turnAll() {
        boolean turning = true;
        for (int sweep = 0; turning && sweep < MOST_SWEEPS; sweep++) {
            turning = false;
            double[] squared = Arrays.stream(turned).mapToDouble(c -> dot(c, c)).toArray();
            double least = rounding * rounding * Arrays.stream(squared).max().orElse(0);
            for (int one = 0; one < turned.length; one++)
                for (int other = one + 1; other < turned.length; other++)
                    if (squared[one] > least && squared[other] > least)
                        turning |= turn(one, other, squared);
        }
    }

    private boolean turn(int one, int other, double[] squared) {
        double cross = dot(turned[one], turned[other]);
        if (Math.abs(cross) <= rounding * Math.sqrt(squared[one] * squared[other])) return false;
        double zeta = (squared[other] - squared[one]) / (2 * cross);
        double tangent = Math.copySign(1, zeta) / (Math.abs(zeta) + Math.hypot(1, zeta));
        double cosine = 1 / Math.hypot(1, tangent);
        turn(turned[one], turned[other], cosine, cosine * tangent);
        turn(turns[one], turns[other], cosine, cosine * tangent);
        squared[one] = Math.max(0, squared[one] - tangent * cross);
        squared[other] += tangent * cross;
        return true;
    }

    private static void turn(double[] one, double[] other, double cosine, double sine) {
        for (int i = 0; i < one.length; i++) {
            double first = one[i];
            one[i] = cosine * first - sine * other[i];
            other[i] = sine * first + cosine * other[i];
        }
    }

    private static double dot(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) sum += one[i] * other[i];
        return sum;
    }

    /// How many directions are longer than rounding makes them.
    int rank() {
        double least = length[longestFirst[0]] * rounding;
        int rank = 0;
        for (double each : length) if (each > least) rank++;
        return rank;
    }

    /// The singular value, the longest first.
    double length(int component) {
        return length[longestFirst[component]];
    }

    /// Of length 1, an entry for each column of the matrix.
    double[] direction(int component) {
        int at = longestFirst[component];
        if (!transposed) return turns[at];
        return Arrays.stream(turned[at]).map(value -> value / length[at]).toArray();
    }

    /// The row of the matrix in the direction of a component.
    double score(int component, int row) {
        int at = longestFirst[component];
        return transposed ? turns[at][row] * length[at] : turned[at][row];
    }
}
