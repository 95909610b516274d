package treeline.notebook;

import org.dflib.BooleanSeries;
import org.dflib.DataFrame;
import org.dflib.DoubleSeries;
import org.dflib.FloatSeries;
import org.dflib.IntSeries;
import org.dflib.LongSeries;
import org.dflib.Series;
import org.dflib.series.ArraySeries;
import org.jspecify.annotations.Nullable;

import treeline.table.Column;
import treeline.table.FlagColumn;
import treeline.table.RealColumn;
import treeline.table.Table;
import treeline.table.TextColumn;
import treeline.table.WholeColumn;

import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Conversion between tables and DFLib data frames. Types and missing values are kept: numbers and
/// flags become primitive columns if none is missing, otherwise object columns with nulls; a
/// missing real number is NaN in both.
public final class DataFrames {
    private static final List<Class<?>> WHOLE =
            List.of(Long.class, Integer.class, Short.class, Byte.class);

    private DataFrames() {}

    public static DataFrame of(Table table) {
        Series<?>[] series =
                table.columns().stream().map(DataFrames::series).toArray(Series<?>[]::new);
        return DataFrame.byColumn(table.names().toArray(String[]::new)).of(series);
    }

    private static Series<?> series(Column column) {
        int rows = column.rows();
        boolean whole = IntStream.range(0, rows).noneMatch(column::isMissing);
        return switch (column) {
            case RealColumn real -> Series.ofDouble(real.numbers());
            case WholeColumn number when whole ->
                    Series.ofLong(IntStream.range(0, rows).mapToLong(number::at).toArray());
            case FlagColumn flag when whole -> Series.ofBool(flags(flag));
            case TextColumn text -> objects(new String[rows], column, text::at);
            case WholeColumn number -> objects(new Long[rows], column, number::at);
            case FlagColumn flag -> objects(new Boolean[rows], column, flag::at);
        };
    }

    private static boolean[] flags(FlagColumn column) {
        boolean[] flags = new boolean[column.rows()];
        for (int row = 0; row < flags.length; row++) flags[row] = column.at(row);
        return flags;
    }

    private static <T> Series<T> objects(@Nullable T[] values, Column column, IntFunction<T> at) {
        for (int row = 0; row < values.length; row++)
            values[row] = column.isMissing(row) ? null : at.apply(row);
        return new Typed<>(values);
    }

    /// A column that keeps its type even if all values are null.
    private static final class Typed<T> extends ArraySeries<T> {
        Typed(@Nullable T[] values) {
            super(values);
            nominalType = values.getClass().getComponentType();
        }
    }

    /// The table of a data frame. Whole numbers of any width become whole, other numbers real, and
    /// what is no number, flag or text becomes the text that it prints as.
    public static Table table(DataFrame frame) {
        return Table.of(
                IntStream.range(0, frame.width())
                        .mapToObj(i -> column(frame.getColumnsIndex().get(i), frame.getColumn(i)))
                        .toList());
    }

    private static Column column(String name, Series<?> series) {
        int rows = series.size();
        return switch (series) {
            case DoubleSeries real -> Column.real(name, rows, real::getDouble);
            case FloatSeries real -> Column.real(name, rows, real::getFloat);
            case LongSeries number -> Column.whole(name, rows, number::getLong);
            case IntSeries number -> Column.whole(name, rows, number::getInt);
            case BooleanSeries flag -> Column.flag(name, rows, flag::getBool);
            default -> ofObjects(name, series);
        };
    }

    private static Column ofObjects(String name, Series<?> series) {
        int rows = series.size();
        Class<?> type = type(series);
        if (WHOLE.contains(type))
            return Column.whole(
                    name,
                    rows,
                    row ->
                            series.get(row) instanceof Number number
                                    ? number.longValue()
                                    : WholeColumn.MISSING);
        if (Number.class.isAssignableFrom(type))
            return Column.real(
                    name,
                    rows,
                    row ->
                            series.get(row) instanceof Number number
                                    ? number.doubleValue()
                                    : Double.NaN);
        if (type == Boolean.class) return flags(name, series);
        return Column.text(
                name, rows, row -> Objects.toString(series.get(row), /* nullDefault= */ null));
    }

    /// What it was declared as, else the class that its values have in common.
    private static Class<?> type(Series<?> series) {
        Class<?> declared = series.getNominalType();
        return declared == Object.class ? series.getInferredType() : declared;
    }

    /// A row of missing values is one that is taken from nowhere.
    private static Column flags(String name, Series<?> series) {
        int[] taken = new int[series.size()];
        for (int row = 0; row < taken.length; row++)
            taken[row] = series.get(row) instanceof Boolean flag ? (flag ? 1 : 0) : -1;
        return Table.of(Column.flag(name, false, true)).take(taken).column(name);
    }
}
