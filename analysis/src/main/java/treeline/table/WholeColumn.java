package treeline.table;

import java.util.Arrays;

/// A column of integers: ranks, node numbers, counts, bytes.
public final class WholeColumn extends Column {
    /// Stands for a missing value; no count or index of a profile is this small.
    public static final long MISSING = Long.MIN_VALUE;

    private final long[] values;

    WholeColumn(Header header, long[] values) {
        super(header);
        this.values = values;
    }

    /// The value, [#MISSING] where there is none.
    public long at(int row) {
        return values[row];
    }

    @Override
    public int rows() {
        return values.length;
    }

    @Override
    public boolean isMissing(int row) {
        return values[row] == MISSING;
    }

    @Override
    public String text(int row) {
        return isMissing(row) ? "" : Long.toString(values[row]);
    }

    @Override
    public double number(int row) {
        return isMissing(row) ? Double.NaN : values[row];
    }

    @Override
    WholeColumn with(Header newHeader) {
        return new WholeColumn(newHeader, values);
    }

    @Override
    String type() {
        return "whole";
    }

    @Override
    public boolean isQuantity() {
        return true;
    }

    @Override
    long[] keysShared() {
        return values;
    }

    @Override
    WholeColumn take(int[] rows) {
        long[] taken = new long[rows.length];
        for (int i = 0; i < taken.length; i++)
            taken[i] = rows[i] == NO_ROW ? MISSING : values[rows[i]];
        return new WholeColumn(header(), taken);
    }

    @Override
    boolean sameValues(Column that) {
        return Arrays.equals(values, ((WholeColumn) that).values);
    }
}
