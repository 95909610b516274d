package treeline.table;

import java.util.Arrays;

/// A column of real numbers: times, rates, shares. NaN is missing.
public final class RealColumn extends Column {
    private final double[] values;

    RealColumn(Header header, double[] values) {
        super(header);
        this.values = values;
    }

    /// The value, NaN where there is none.
    public double at(int row) {
        return values[row];
    }

    @Override
    public int rows() {
        return values.length;
    }

    @Override
    public boolean isMissing(int row) {
        return Double.isNaN(values[row]);
    }

    @Override
    public String text(int row) {
        return isMissing(row) ? "" : Double.toString(values[row]);
    }

    @Override
    public double number(int row) {
        return values[row];
    }

    @Override
    RealColumn with(Header newHeader) {
        return new RealColumn(newHeader, values);
    }

    @Override
    String type() {
        return "real";
    }

    @Override
    public boolean isQuantity() {
        return true;
    }

    @Override
    boolean holds(Column other) {
        return other.isQuantity();
    }

    @Override
    double[] numbersShared() {
        return values;
    }

    @Override
    long[] keysShared() {
        long[] keys = new long[values.length];
        for (int row = 0; row < keys.length; row++) keys[row] = key(values[row]);
        return keys;
    }

    /// The bits of a positive number ascend with it, those of a negative one descend and are turned
    /// round. Adding 0.0 makes -0.0 the 0.0 that it equals.
    private static long key(double value) {
        if (Double.isNaN(value)) return WholeColumn.MISSING;
        long bits = Double.doubleToRawLongBits(value + 0.0);
        return bits >= 0 ? bits : bits ^ Long.MAX_VALUE;
    }

    @Override
    RealColumn take(int[] rows) {
        double[] taken = new double[rows.length];
        for (int i = 0; i < taken.length; i++)
            taken[i] = rows[i] == NO_ROW ? Double.NaN : values[rows[i]];
        return new RealColumn(header(), taken);
    }

    @Override
    boolean sameValues(Column that) {
        return Arrays.equals(values, ((RealColumn) that).values);
    }
}
