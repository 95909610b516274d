package treeline.table;

import java.util.Random;

/// Tables for property tests: one column of each type, few different values, some missing, the same
/// for the same seed. `row` numbers the rows.
final class RandomTable {
    private RandomTable() {}

    static Table of(int seed, int rows) {
        var random = new Random(seed);
        Table values =
                Table.of(
                        Column.text("text", rows, _ -> "t" + random.nextInt(7)),
                        Column.whole("whole", rows, _ -> random.nextInt(-3, 4)),
                        Column.whole("far", rows, _ -> random.nextInt(5) * 0x1234_5678_9abcL),
                        Column.real("real", rows, _ -> random.nextInt(-4, 5) / 4.0),
                        Column.flag("flag", rows, _ -> random.nextBoolean()),
                        Column.real("value", rows, _ -> random.nextGaussian()));
        Table holes = Table.of();
        for (Column column : values.columns()) {
            int[] kept = new int[rows];
            for (int row = 0; row < rows; row++)
                kept[row] = random.nextInt(8) == 0 ? Column.NO_ROW : row;
            holes = holes.with(column.take(kept));
        }
        return holes.with(Column.whole("row", rows, row -> row));
    }

    /// A row's value of a column as text, missing apart from empty: what naive checks compare.
    static String cell(Table table, String name, int row) {
        Column column = table.column(name);
        return column.isMissing(row) ? "missing" : "=" + column.text(row);
    }
}
