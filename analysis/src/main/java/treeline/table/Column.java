package treeline.table;

import org.jspecify.annotations.Nullable;

import treeline.model.Metric;
import treeline.model.Unit;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;

/// A named, immutable column of one type: text, integers, real numbers or flags, at 4, 8, 8 or 1
/// bytes per value. Arrays are copied on construction and never exposed.
///
/// **Missing values.** Every type has a missing value: no text, [WholeColumn#MISSING], NaN, no
/// flag. All types and operations treat it alike:
///
/// - aggregates skip missing values; an aggregate of no values is itself missing (counts are 0);
/// - as a key, missing equals missing: it is one group, one pivot column, one join partner;
/// - sorting places them last, ascending or descending;
/// - they print as `-`, are an empty field in CSV (empty text is `""`) and null in JSON.
public abstract sealed class Column permits TextColumn, WholeColumn, RealColumn, FlagColumn {
    /// In a list of rows to take: a row that does not exist, all of whose values are missing.
    static final int NO_ROW = -1;

    private final Header header;

    Column(Header header) {
        this.header = header;
    }

    /// Text, equal texts stored once; null is missing.
    public static TextColumn text(String name, @Nullable String... values) {
        return text(name, Arrays.asList(values));
    }

    public static TextColumn text(String name, List<? extends @Nullable String> values) {
        return TextColumn.of(Header.of(name), values.size(), values::get);
    }

    public static TextColumn text(
            String name, int rows, IntFunction<? extends @Nullable String> value) {
        return TextColumn.of(Header.of(name), rows, value);
    }

    /// Text that is coded already, such as the frame of a node: row `r` is
    /// `dictionary.get(codes[r])`, missing where the code is -1. Equal entries of the dictionary
    /// become one.
    public static TextColumn text(String name, int[] codes, List<String> dictionary) {
        return TextColumn.of(Header.of(name), codes, dictionary);
    }

    public static WholeColumn whole(String name, long... values) {
        return new WholeColumn(Header.of(name), values.clone());
    }

    public static WholeColumn whole(String name, int rows, IntToLongFunction value) {
        long[] values = new long[rows];
        for (int row = 0; row < rows; row++) values[row] = value.applyAsLong(row);
        return new WholeColumn(Header.of(name), values);
    }

    public static RealColumn real(String name, double... values) {
        return new RealColumn(Header.of(name), values.clone());
    }

    public static RealColumn real(String name, int rows, IntToDoubleFunction value) {
        double[] values = new double[rows];
        for (int row = 0; row < rows; row++) values[row] = value.applyAsDouble(row);
        return new RealColumn(Header.of(name), values);
    }

    /// Times in seconds, of times in nanoseconds. Readers see `time` above the column `seconds`.
    public static Column seconds(String name, int rows, IntToDoubleFunction nanos) {
        return real(name, rows, row -> nanos.applyAsDouble(row) / 1e9)
                .in(Unit.SECONDS)
                .headed(name.equals("seconds") ? "time" : name);
    }

    public static FlagColumn flag(String name, boolean... values) {
        return flag(name, values.length, row -> values[row]);
    }

    public static FlagColumn flag(String name, int rows, IntPredicate value) {
        byte[] values = new byte[rows];
        for (int row = 0; row < rows; row++)
            values[row] = value.test(row) ? FlagColumn.TRUE : FlagColumn.FALSE;
        return new FlagColumn(Header.of(name), values);
    }

    public final String name() {
        return header.name();
    }

    /// What the column is, for every interface that shows it.
    public final Header header() {
        return header;
    }

    /// With what readers see above the values, if it is not the name.
    public final Column headed(String heading) {
        return with(header.headed(heading));
    }

    /// With a phrase for the reference of fields, if the name does not say it.
    public final Column meaning(String phrase) {
        return with(header.meaning(phrase));
    }

    /// The numbers are in a unit.
    public final Column in(Unit unit) {
        return with(header.in(unit));
    }

    /// The numbers are values of a metric.
    public final Column in(Metric metric) {
        return with(header.in(metric));
    }

    /// The numbers are fractions of one, which readers see in percent.
    public final Column share() {
        return with(header.of(Header.Form.SHARE));
    }

    /// The numbers are differences, which readers see with their sign.
    public final Column signed() {
        return with(header.of(Header.Form.CHANGE));
    }

    public abstract int rows();

    public abstract boolean isMissing(int row);

    /// The value as text that loses nothing; empty where it is missing.
    public abstract String text(int row);

    /// The value as a number, NaN where it is missing; a flag counts 1 or 0.
    ///
    /// @throws IllegalArgumentException if this is a column of text
    public abstract double number(int row);

    /// All values as numbers, in a new array that is the caller's: what statistics start from.
    public final double[] numbers() {
        double[] numbers = new double[rows()];
        for (int row = 0; row < numbers.length; row++) numbers[row] = number(row);
        return numbers;
    }

    /// The same values under another name, of which the heading follows; nothing is copied.
    public final Column renamed(String newName) {
        return with(header.renamed(newName));
    }

    /// The same values; nothing is copied.
    abstract Column with(Header newHeader);

    /// `text`, `whole`, `real` or `flag`, for messages.
    abstract String type();

    /// Whether it has numbers to be set flush right and to be described.
    public boolean isQuantity() {
        return false;
    }

    /// The first values as [Table#toText] prints them: columns of real numbers have the decimals
    /// that show five digits of each.
    public final List<String> printed(int rows) {
        return TextTable.cells(this, rows);
    }

    /// Whether this type holds the values of the other one as well.
    boolean holds(Column other) {
        return getClass() == other.getClass();
    }

    /// The values as numbers, perhaps the column's own array: only to be read.
    double[] numbersShared() {
        return numbers();
    }

    /// A number a row that is equal where values are equal and [WholeColumn#MISSING] where they are
    /// missing, perhaps the column's own array: only to be read.
    abstract long[] keysShared();

    /// Keys that ascend as the values do.
    long[] orderedKeysShared() {
        return keysShared();
    }

    /// Rows of equal values numbered alike.
    KeyCodes codes() {
        return KeyCodes.of(keysShared());
    }

    /// The given rows, in their order; [#NO_ROW] gives a missing value.
    abstract Column take(int[] rows);

    final IllegalArgumentException notA(String expected) {
        return new IllegalArgumentException(
                "column '%s' is %s, not %s".formatted(name(), type(), expected));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Column that
                && name().equals(that.name())
                && getClass() == that.getClass()
                && rows() == that.rows()
                && sameValues(that);
    }

    /// Whether a column of the same type and length has the same values.
    abstract boolean sameValues(Column that);

    @Override
    public int hashCode() {
        return name().hashCode() * 31 + rows();
    }

    @Override
    public String toString() {
        return "%s:%s of %d rows".formatted(name(), type(), rows());
    }
}
