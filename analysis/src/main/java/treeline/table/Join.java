package treeline.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Equi-join of two tables. The key columns of both tables are coded together, so partners are
/// found by array index. Linear in the rows of input and output.
final class Join {
    private final Table left;
    private final Table right;
    private final List<String> on;
    private final int[] codeOfLeft;
    private final GroupIndex rightRows;

    private Join(Table left, Table right, List<String> on) {
        this.left = left;
        this.right = right;
        this.on = on;
        KeyCodes both = codes(left, right, on);
        codeOfLeft = Arrays.copyOf(both.codeOf(), left.rows());
        rightRows = GroupIndex.of(both, left.rows(), left.rows() + right.rows());
    }

    static Table of(Table left, Table right, List<String> on, boolean keepUnmatched) {
        if (on.isEmpty()) throw new IllegalArgumentException("a join needs a key column");
        return new Join(left, right, on).table(keepUnmatched);
    }

    private static KeyCodes codes(Table left, Table right, List<String> on) {
        List<Column> keys = new ArrayList<>();
        for (String key : on)
            keys.add(Concatenation.column(List.of(left.column(key), right.column(key))));
        return Groups.codes(Table.of(keys), on);
    }

    private Table table(boolean keepUnmatched) {
        int rows = Table.checkedRows(countRows(keepUnmatched));
        int[] fromLeft = new int[rows];
        int[] fromRight = new int[rows];
        int next = 0;
        for (int row = 0; row < left.rows(); row++) {
            int code = codeOfLeft[row];
            int start = rightRows.start()[code];
            int partners = rightRows.size(code);
            Arrays.fill(fromLeft, next, next + rowsOf(partners, keepUnmatched), row);
            if (partners == 0 && keepUnmatched) fromRight[next] = Column.NO_ROW;
            System.arraycopy(rightRows.rows(), start, fromRight, next, partners);
            next += rowsOf(partners, keepUnmatched);
        }
        return beside(left.take(fromLeft), right.take(fromRight));
    }

    private long countRows(boolean keepUnmatched) {
        long rows = 0;
        for (int code : codeOfLeft) rows += rowsOf(rightRows.size(code), keepUnmatched);
        return rows;
    }

    private static int rowsOf(int partners, boolean keepUnmatched) {
        return keepUnmatched ? Math.max(partners, 1) : partners;
    }

    private Table beside(Table first, Table second) {
        List<Column> columns = new ArrayList<>(first.columns());
        for (Column column : second.columns()) {
            if (on.contains(column.name())) continue;
            if (first.find(column.name()) != null)
                throw new IllegalArgumentException(
                        "both tables have a column '%s': rename one before the join"
                                .formatted(column.name()));
            columns.add(column);
        }
        return Table.of(columns);
    }
}
