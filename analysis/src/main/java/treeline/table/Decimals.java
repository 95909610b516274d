package treeline.table;

import java.util.Locale;

/// The number of decimals of a real column: the smallest that shows five significant digits of each
/// value, or all its digits, the same for all values so that decimal points align. Values too small
/// for six decimals are written with an exponent.
record Decimals(int count) {
    private static final int DIGITS = 5;
    private static final int MAX = 6;
    private static final double LARGEST = 1e15;
    private static final double SMALLEST = 1e-4;

    static Decimals of(RealColumn column, int rows) {
        int count = 0;
        for (int row = 0; row < rows; row++) {
            double value = Math.abs(column.at(row));
            if (isPlain(value)) count = Math.max(count, needed(value));
        }
        return new Decimals(count);
    }

    private static boolean isPlain(double value) {
        return value == 0 || (value >= SMALLEST && value < LARGEST);
    }

    private static int needed(double value) {
        if (value == 0) return 0;
        int wholeDigits =
                (int) Math.floor(Math.log10(value)) + 1; // below 0: zeros behind the point
        int enough = Math.clamp(DIGITS - wholeDigits, 0, MAX);
        for (int decimals = 0; decimals < enough; decimals++)
            if (isExact(value, decimals)) return decimals;
        return enough;
    }

    private static boolean isExact(double value, int decimals) {
        double scale = Math.pow(10, decimals);
        return Math.rint(value * scale) / scale == value;
    }

    String format(double value) {
        if (Double.isInfinite(value)) return value > 0 ? "∞" : "-∞";
        if (!isPlain(Math.abs(value))) return String.format(Locale.ROOT, "%.4e", value);
        return String.format(Locale.ROOT, "%." + count + "f", value + 0.0);
    }
}
