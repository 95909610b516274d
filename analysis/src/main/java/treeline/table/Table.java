package treeline.table;

import static treeline.table.Aggregate.count;
import static treeline.table.Aggregate.deviation;
import static treeline.table.Aggregate.max;
import static treeline.table.Aggregate.mean;
import static treeline.table.Aggregate.min;
import static treeline.table.Aggregate.quantile;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/// The result of an analysis: named, typed, immutable columns of equal length. Every operation
/// returns a new table, shares unchanged columns, and is linear in the values it touches. [Column]
/// defines missing values.
///
/// ```
/// Table hottest = table.groupBy("name").aggregate(mean("time"), max("time"))
///         .sort(descending("time_max"))
///         .head(10);
/// ```
///
/// Rows are accessed by index through typed columns, without an object per row:
///
/// ```
/// RealColumn time = table.real("time");
/// Table slow = table.filter(row -> time.at(row) > 1);
/// Table shares = table.with(Column.real("share", table.rows(), row -> time.at(row) / total));
/// ```
public final class Table {
    private static final int PRINTED_ROWS = 40;

    private final Map<String, Column> columns;
    private final int rows;

    private Table(Map<String, Column> columns, int rows) {
        this.columns = columns;
        this.rows = rows;
    }

    public static Table of(Column... columns) {
        return of(Arrays.asList(columns));
    }

    public static Table of(List<? extends Column> columns) {
        Map<String, Column> byName = new LinkedHashMap<>();
        for (Column column : columns) {
            Column first = columns.getFirst();
            if (column.rows() != first.rows())
                throw new IllegalArgumentException(
                        "column '%s' has %d rows, but '%s' has %d"
                                .formatted(
                                        column.name(), column.rows(), first.name(), first.rows()));
            if (byName.put(column.name(), column) != null)
                throw new IllegalArgumentException(
                        "two columns are called '%s'".formatted(column.name()));
        }
        return new Table(byName, columns.isEmpty() ? 0 : columns.getFirst().rows());
    }

    /// What comma-separated values say (RFC 4180), all of it as text. The first line has the names
    /// of the columns; empty fields are missing.
    ///
    /// @throws IllegalArgumentException with the line and what was expected there
    public static Table ofCsv(String csv) {
        return CsvText.table(csv);
    }

    public int rows() {
        return rows;
    }

    public List<Column> columns() {
        return List.copyOf(columns.values());
    }

    public List<String> names() {
        return List.copyOf(columns.keySet());
    }

    /// The column of a name, which must be there; ask [#names()] whether it is.
    public Column column(String name) {
        Column column = columns.get(name);
        if (column != null) return column;
        throw new IllegalArgumentException(
                "no column '%s'; available: %s"
                        .formatted(name, String.join(", ", columns.keySet())));
    }

    @Nullable Column find(String name) {
        return columns.get(name);
    }

    public TextColumn text(String name) {
        if (column(name) instanceof TextColumn text) return text;
        throw column(name).notA("text");
    }

    public WholeColumn whole(String name) {
        if (column(name) instanceof WholeColumn whole) return whole;
        throw column(name).notA("whole");
    }

    public RealColumn real(String name) {
        if (column(name) instanceof RealColumn real) return real;
        throw column(name).notA("real");
    }

    public FlagColumn flag(String name) {
        if (column(name) instanceof FlagColumn flag) return flag;
        throw column(name).notA("flag");
    }

    /// These columns only, in this order.
    public Table select(String... names) {
        return of(Arrays.stream(names).map(this::column).toList());
    }

    /// The column in the place of the one of its name, or as a new last one.
    public Table with(Column column) {
        Map<String, Column> more = new LinkedHashMap<>(columns);
        more.put(column.name(), column);
        return of(List.copyOf(more.values()));
    }

    public Table rename(String from, String to) {
        Column renamed = column(from).renamed(to);
        return of(
                columns().stream().map(each -> each.name().equals(from) ? renamed : each).toList());
    }

    /// The rows whose index passes.
    public Table filter(IntPredicate keeps) {
        int[] kept = new int[rows];
        int count = 0;
        for (int row = 0; row < rows; row++) if (keeps.test(row)) kept[count++] = row;
        return take(Arrays.copyOf(kept, count));
    }

    /// By the first order, rows equal in it by the second, and so on; rows equal in all keep their
    /// order.
    public Table sort(Order... by) {
        return take(Sorting.order(this, by));
    }

    /// The first rows, all if there are fewer.
    public Table head(int count) {
        if (count < 0) throw new IllegalArgumentException("head of %d rows".formatted(count));
        return count >= rows ? this : take(ascending(count));
    }

    /// Rows by equal values of the key columns; without any key, all rows are one group.
    public Groups groupBy(String... keys) {
        return Groups.of(this, List.of(keys));
    }

    /// A row for each value of `index` and a column for each value of `across`: see [Groups#pivot],
    /// which takes several index columns.
    public Table pivot(String index, String across, Aggregate value) {
        return groupBy(index).pivot(across, value);
    }

    /// Every row with every row of `other` that has the same keys, in the order of this table; the
    /// key columns come once. Columns of one name that are no keys are refused.
    public Table join(Table other, String... on) {
        return Join.of(this, other, List.of(on), false);
    }

    /// As [#join], and rows without a partner stay, with missing values.
    public Table leftJoin(Table other, String... on) {
        return Join.of(this, other, List.of(on), true);
    }

    /// The rows of all tables below one another. Columns are matched by name, and missing where a
    /// table lacks them; whole numbers become real where they meet real ones.
    public static Table concat(List<Table> tables) {
        return Concatenation.of(tables);
    }

    /// Count, mean, standard deviation, extremes and quartiles: a row for each column of whole or
    /// real numbers.
    public Table describe() {
        List<Table> all = new ArrayList<>();
        Groups everything = groupBy();
        for (Column column : columns.values())
            if (column.isQuantity()) all.add(describe(column.name(), everything));
        return concat(all);
    }

    private static Table describe(String column, Groups everything) {
        Table numbers =
                everything.aggregate(
                        count(column).as("count"),
                        mean(column).as("mean"),
                        deviation(column).as("std"),
                        min(column).as("min"),
                        quantile(column, 0.25).as("25%"),
                        quantile(column, 0.5).as("50%"),
                        quantile(column, 0.75).as("75%"),
                        max(column).as("max"));
        List<Column> columns = new ArrayList<>(List.of(Column.text("column", column)));
        columns.addAll(numbers.columns());
        return of(columns);
    }

    /// The given rows in their order, each as often as it is given; -1 gives a row of missing
    /// values.
    public Table take(int[] taken) {
        if (isEveryRow(taken)) return this;
        return of(columns.values().stream().map(column -> column.take(taken)).toList());
    }

    private boolean isEveryRow(int[] taken) {
        if (taken.length != rows) return false;
        for (int row = 0; row < rows; row++) if (taken[row] != row) return false;
        return true;
    }

    private static int[] ascending(int count) {
        int[] rows = new int[count];
        for (int row = 0; row < count; row++) rows[row] = row;
        return rows;
    }

    static int checkedRows(long rows) {
        if (rows <= Integer.MAX_VALUE - 8) return (int) rows;
        throw new IllegalArgumentException(
                "a table of %d rows exceeds the maximum of 2^31".formatted(rows));
    }

    /// As aligned text, at most `maxRows` of it, for people; columns of numbers get the decimals
    /// that show five digits of each value.
    public void toText(Appendable out, int maxRows) throws IOException {
        TextTable.of(this, maxRows).write(out);
    }

    /// As RFC 4180 quotes it, with a line feed after each line; every number in full.
    public void toCsv(Appendable out) throws IOException {
        Csv.write(this, out);
    }

    /// The rows without the names of columns: behind a table that has the same.
    public void toCsvRows(Appendable out) throws IOException {
        Csv.writeRows(this, out);
    }

    /// As an array with an object a row; numbers that JSON lacks (NaN, infinite) are null.
    public void toJson(Appendable out) {
        toJson(new JsonWriter(out));
    }

    /// As a value of a larger document.
    public void toJson(JsonWriter json) {
        toJsonRows(json.array());
        json.end();
    }

    /// The rows within an array that is open.
    public void toJsonRows(JsonWriter json) {
        for (int row = 0; row < rows; row++) {
            json.object();
            for (Column column : columns.values()) value(json.name(column.name()), column, row);
            json.end();
        }
    }

    private static void value(JsonWriter json, Column column, int row) {
        if (column.isMissing(row)) json.nullValue();
        else
            switch (column) {
                case TextColumn text -> json.value(text.at(row));
                case WholeColumn whole -> json.value(whole.at(row));
                case RealColumn real -> json.value(real.at(row));
                case FlagColumn flag -> json.value(flag.at(row));
            }
    }

    /// Equal names, types and values in equal order; missing equals missing.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Table that && columns().equals(that.columns());
    }

    @Override
    public int hashCode() {
        return columns().hashCode();
    }

    /// As aligned text, the first 40 rows of it.
    @Override
    public String toString() {
        return TextTable.of(this, PRINTED_ROWS).toString();
    }
}
