package treeline.table;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Aggregates over the groups of a table, one pass per column. Intermediate results that several
/// aggregates of a column need (counts, sums, sorted values) are computed once.
final class GroupAggregates {
    private final Table table;
    private final Groups groups;
    private final KeyCodes codes;
    private final Map<String, double[]> numbers = new HashMap<>();
    private final Map<String, Sums> sums = new HashMap<>();
    private final Map<String, SortedGroups> sorted = new HashMap<>();

    GroupAggregates(Table table, Groups groups, KeyCodes codes) {
        this.table = table;
        this.groups = groups;
        this.codes = codes;
    }

    /// All but counts are in the unit of the column that they are of.
    Column column(Aggregate aggregate) {
        Column made = computed(aggregate);
        return switch (aggregate.statistic()) {
            case ROWS, COUNT -> made;
            default ->
                    made.with(table.column(aggregate.column()).header().renamed(aggregate.name()));
        };
    }

    private Column computed(Aggregate aggregate) {
        String name = aggregate.name();
        String of = aggregate.column();
        int count = codes.count();
        return switch (aggregate.statistic()) {
            case ROWS -> {
                int[] sizes = codes.sizes();
                yield Column.whole(name, count, group -> sizes[group]);
            }
            case COUNT -> count(name, table.column(of));
            case SUM -> sum(name, table.column(of));
            case MEAN -> Column.real(name, count, sums(of)::mean);
            case DEVIATION ->
                    new RealColumn(Header.of(name), sums(of).deviations(numbers(of), codes));
            case MIN -> largest(name, table.column(of), -1);
            case MAX -> largest(name, table.column(of), 1);
            case QUANTILE -> {
                SortedGroups values = sorted(of);
                double fraction = aggregate.fraction();
                yield Column.real(name, count, group -> values.quantile(group, fraction));
            }
            case FIRST -> first(table.column(of));
        };
    }

    private double[] numbers(String column) {
        return numbers.computeIfAbsent(column, _ -> table.column(column).numbersShared());
    }

    private Sums sums(String column) {
        return sums.computeIfAbsent(column, _ -> Sums.of(numbers(column), codes));
    }

    private SortedGroups sorted(String column) {
        return sorted.computeIfAbsent(
                column, _ -> SortedGroups.of(numbers(column), groups.buckets()));
    }

    private Column count(String name, Column column) {
        long[] count = new long[codes.count()];
        for (int row = 0; row < column.rows(); row++)
            if (!column.isMissing(row)) count[codes.codeOf()[row]]++;
        return new WholeColumn(Header.of(name), count);
    }

    private Column sum(String name, Column column) {
        return switch (column) {
            case WholeColumn whole -> wholeSum(name, whole.keysShared(), column);
            case FlagColumn flag -> wholeSum(name, flag.keysShared(), column);
            case RealColumn _, TextColumn _ ->
                    Column.real(name, codes.count(), sums(column.name())::sum);
        };
    }

    private WholeColumn wholeSum(String name, long[] values, Column column) {
        int[] codeOf = codes.codeOf();
        long[] sum = new long[codes.count()];
        Arrays.fill(sum, WholeColumn.MISSING);
        for (int row = 0; row < values.length; row++) {
            if (values[row] == WholeColumn.MISSING) continue;
            long before = sum[codeOf[row]];
            long total = before == WholeColumn.MISSING ? values[row] : before + values[row];
            if (before != WholeColumn.MISSING && overflows(before, values[row], total))
                throw new ArithmeticException(
                        "the sum of column '%s' exceeds 2^63".formatted(column.name()));
            sum[codeOf[row]] = total;
        }
        return new WholeColumn(Header.of(name), sum);
    }

    /// Both have one sign and the total has the other, or the total would read as missing.
    private static boolean overflows(long before, long value, long total) {
        return ((before ^ total) & (value ^ total)) < 0 || total == WholeColumn.MISSING;
    }

    /// The largest value of each group, or with `sign` -1 the smallest.
    private Column largest(String name, Column column, int sign) {
        if (column instanceof RealColumn real) return largestReal(name, real, sign);
        long[] keys = column.orderedKeysShared();
        int[] codeOf = codes.codeOf();
        int[] rowOf = new int[codes.count()];
        long[] largest = new long[codes.count()];
        Arrays.fill(rowOf, Column.NO_ROW);
        Arrays.fill(largest, WholeColumn.MISSING);
        for (int row = 0; row < keys.length; row++) {
            long key = sign * keys[row]; // the missing key is its own negative, and the smallest
            if (key <= largest[codeOf[row]]) continue;
            largest[codeOf[row]] = key;
            rowOf[codeOf[row]] = row;
        }
        return column.take(rowOf);
    }

    private RealColumn largestReal(String name, RealColumn column, int sign) {
        double[] values = column.numbersShared();
        int[] codeOf = codes.codeOf();
        double[] largest = new double[codes.count()];
        Arrays.fill(largest, Double.NaN);
        for (int row = 0; row < values.length; row++) {
            double value = sign * values[row];
            double known = largest[codeOf[row]];
            if (value > known || Double.isNaN(known)) largest[codeOf[row]] = value;
        }
        for (int group = 0; group < largest.length; group++) largest[group] *= sign;
        return new RealColumn(Header.of(name), largest);
    }

    private Column first(Column column) {
        int[] codeOf = codes.codeOf();
        int[] rowOf = new int[codes.count()];
        Arrays.fill(rowOf, Column.NO_ROW);
        for (int row = 0; row < codeOf.length; row++)
            if (rowOf[codeOf[row]] == Column.NO_ROW && !column.isMissing(row))
                rowOf[codeOf[row]] = row;
        return column.take(rowOf);
    }
}
