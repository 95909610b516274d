package treeline.table;

import java.util.Arrays;

/// A boolean column. Its mean is the share of true values.
public final class FlagColumn extends Column {
    static final byte FALSE = 0;
    static final byte TRUE = 1;
    static final byte MISSING = -1;

    private final byte[] values;

    FlagColumn(Header header, byte[] values) {
        super(header);
        this.values = values;
    }

    /// Whether the flag is set; false where it is missing.
    public boolean at(int row) {
        return values[row] == TRUE;
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
        return isMissing(row) ? "" : Boolean.toString(at(row));
    }

    @Override
    public double number(int row) {
        return isMissing(row) ? Double.NaN : values[row];
    }

    @Override
    FlagColumn with(Header newHeader) {
        return new FlagColumn(newHeader, values);
    }

    @Override
    String type() {
        return "flag";
    }

    @Override
    long[] keysShared() {
        long[] keys = new long[values.length];
        for (int row = 0; row < keys.length; row++)
            keys[row] = isMissing(row) ? WholeColumn.MISSING : values[row];
        return keys;
    }

    byte[] valuesShared() {
        return values;
    }

    @Override
    FlagColumn take(int[] rows) {
        byte[] taken = new byte[rows.length];
        for (int i = 0; i < taken.length; i++)
            taken[i] = rows[i] == NO_ROW ? MISSING : values[rows[i]];
        return new FlagColumn(header(), taken);
    }

    @Override
    boolean sameValues(Column that) {
        return Arrays.equals(values, ((FlagColumn) that).values);
    }
}
