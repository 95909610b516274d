package treeline.table;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// The rows of a table grouped by equal keys, in order of first occurrence: the result of
/// [Table#groupBy]. Other statistics than [Aggregate]s can be computed from [#rows(int)] and added
/// to [#keys()] as a column.
public final class Groups {
    private final Table table;
    private final List<String> keyNames;
    private final KeyCodes codes;
    private @Nullable GroupIndex buckets; // made when asked for; a race makes it twice, equal

    private Groups(Table table, List<String> keyNames, KeyCodes codes) {
        this.table = table;
        this.keyNames = keyNames;
        this.codes = codes;
    }

    static Groups of(Table table, List<String> keyNames) {
        return new Groups(table, List.copyOf(keyNames), codes(table, keyNames));
    }

    /// Codes of the combinations of several key columns. Without a key all rows are one group, and
    /// a table without rows has that group too.
    static KeyCodes codes(Table table, List<String> keyNames) {
        if (keyNames.isEmpty()) return new KeyCodes(new int[table.rows()], 1);
        KeyCodes codes = table.column(keyNames.getFirst()).codes();
        for (String key : keyNames.subList(1, keyNames.size()))
            codes = codes.with(table.column(key).codes());
        return codes;
    }

    /// How many groups there are.
    public int size() {
        return codes.count();
    }

    /// The rows of a group, ascending.
    public int[] rows(int group) {
        GroupIndex all = buckets();
        Objects.checkIndex(group, size());
        return Arrays.copyOfRange(all.rows(), all.start()[group], all.start()[group + 1]);
    }

    /// The key columns, a row a group: the distinct combinations.
    public Table keys() {
        return table.select(keyNames.toArray(String[]::new)).take(codes.firstRows());
    }

    /// The key columns and one more for each aggregate, a row a group.
    public Table aggregate(Aggregate... aggregates) {
        List<Column> columns = new ArrayList<>(keys().columns());
        var aggregation = new GroupAggregates(table, this, codes);
        for (Aggregate aggregate : aggregates) columns.add(aggregation.column(aggregate));
        return Table.of(columns);
    }

    /// A row a group and, after the key columns, a column for each value of `across`, ascending;
    /// cells are the aggregate of the rows they stand for, missing where there are none.
    public Table pivot(String across, Aggregate value) {
        KeyCodes column = table.column(across).codes();
        KeyCodes cell = codes.with(column);
        int[] cellRows = cell.firstRows();
        Column values =
                new GroupAggregates(table, new Groups(table, List.of(), cell), cell).column(value);
        GroupIndex cellsOf =
                GroupIndex.of(new KeyCodes(at(column.codeOf(), cellRows), column.count()));
        int[] groupOf = at(codes.codeOf(), cellRows);

        List<Column> columns = new ArrayList<>(keys().columns());
        Table headings = table.select(across).take(column.firstRows());
        for (int heading : Sorting.order(headings, Order.ascending(across))) {
            int[] cellOfGroup = new int[size()];
            Arrays.fill(cellOfGroup, Column.NO_ROW);
            for (int i = cellsOf.start()[heading]; i < cellsOf.start()[heading + 1]; i++)
                cellOfGroup[groupOf[cellsOf.rows()[i]]] = cellsOf.rows()[i];
            columns.add(values.take(cellOfGroup).renamed(heading(headings, heading)));
        }
        return Table.of(columns);
    }

    private static String heading(Table headings, int row) {
        Column column = headings.columns().getFirst();
        return column.isMissing(row) ? TextTable.MISSING : column.text(row);
    }

    private static int[] at(int[] values, int[] rows) {
        int[] at = new int[rows.length];
        for (int i = 0; i < at.length; i++) at[i] = values[rows[i]];
        return at;
    }

    GroupIndex buckets() {
        GroupIndex known = buckets;
        if (known == null) buckets = known = GroupIndex.of(codes);
        return known;
    }

    @Override
    public String toString() {
        return "%d groups of %s over %d rows".formatted(size(), keyNames, table.rows());
    }
}
