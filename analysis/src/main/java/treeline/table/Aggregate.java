package treeline.table;

import java.math.BigDecimal;
import java.util.Objects;

/// An aggregate function for [Groups#aggregate]. Missing values are skipped, see [Column]. It
/// applies to integer and real columns, and to flags as 1 and 0.
///
/// Result columns are named as in Thicket (`time_mean`, `time_percentiles_25`); [#first(String)]
/// keeps the name; [#as(String)] renames it.
public final class Aggregate {
    enum Statistic {
        ROWS,
        COUNT,
        SUM,
        MEAN,
        DEVIATION,
        MIN,
        MAX,
        QUANTILE,
        FIRST
    }

    private final String name;
    private final String column;
    private final Statistic statistic;
    private final double quantile;

    private Aggregate(String name, String column, Statistic statistic, double quantile) {
        this.name = Objects.requireNonNull(name, "name");
        this.column = Objects.requireNonNull(column, "column");
        this.statistic = statistic;
        this.quantile = quantile;
    }

    private Aggregate(String name, String column, Statistic statistic) {
        this(name, column, statistic, Double.NaN);
    }

    /// The number of rows, called `count`.
    public static Aggregate count() {
        return new Aggregate("count", "", Statistic.ROWS);
    }

    /// The number of values that are not missing.
    public static Aggregate count(String column) {
        return new Aggregate(column + "_count", column, Statistic.COUNT);
    }

    /// Exact and whole for whole numbers (an overflow is an `ArithmeticException`), compensated
    /// (Neumaier) for real ones: the order of rows does not show in the result.
    public static Aggregate sum(String column) {
        return new Aggregate(column + "_sum", column, Statistic.SUM);
    }

    public static Aggregate mean(String column) {
        return new Aggregate(column + "_mean", column, Statistic.MEAN);
    }

    /// The standard deviation of a sample (divided by n - 1), missing for a single value.
    public static Aggregate deviation(String column) {
        return new Aggregate(column + "_std", column, Statistic.DEVIATION);
    }

    /// The smallest value, of the column's own type; texts compare by their characters.
    public static Aggregate min(String column) {
        return new Aggregate(column + "_min", column, Statistic.MIN);
    }

    public static Aggregate max(String column) {
        return new Aggregate(column + "_max", column, Statistic.MAX);
    }

    public static Aggregate median(String column) {
        return new Aggregate(column + "_median", column, Statistic.QUANTILE, 0.5);
    }

    /// The quantile of a fraction from 0 to 1, interpolated linearly between the two nearest values
    /// as numpy does by default.
    public static Aggregate quantile(String column, double fraction) {
        if (!(fraction >= 0 && fraction <= 1))
            throw new IllegalArgumentException("a quantile must be from 0 to 1, found " + fraction);
        BigDecimal percent = BigDecimal.valueOf(fraction).movePointRight(2).stripTrailingZeros();
        String name = column + "_percentiles_" + percent.toPlainString();
        return new Aggregate(name, column, Statistic.QUANTILE, fraction);
    }

    /// The first value that is not missing, in the order of rows.
    public static Aggregate first(String column) {
        return new Aggregate(column, column, Statistic.FIRST);
    }

    /// The same under another name.
    public Aggregate as(String newName) {
        return new Aggregate(newName, column, statistic, quantile);
    }

    public String name() {
        return name;
    }

    String column() {
        return column;
    }

    Statistic statistic() {
        return statistic;
    }

    double fraction() {
        return quantile;
    }
}
