package treeline.archive;

import org.jspecify.annotations.Nullable;

import treeline.table.Column;
import treeline.table.Table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/// The result of an SQL query as a table. SQLite columns are untyped, so column types are inferred
/// from the values.
final class SqlTable {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private SqlTable() {}

    static QueryResult of(ResultSet rows, int most) throws SQLException {
        int width = rows.getMetaData().getColumnCount();
        List<List<@Nullable Object>> columns = new ArrayList<>();
        for (int i = 0; i < width; i++) columns.add(new ArrayList<>());
        boolean more = rows.next();
        for (int row = 0; more && row < most; row++) {
            for (int i = 0; i < width; i++) columns.get(i).add(rows.getObject(i + 1));
            more = rows.next();
        }
        List<Column> table = new ArrayList<>();
        for (int i = 0; i < width; i++)
            table.add(column(rows.getMetaData().getColumnLabel(i + 1), columns.get(i)));
        return new QueryResult(Table.of(table), more);
    }

    private static Column column(String name, List<@Nullable Object> values) {
        boolean whole = values.stream().allMatch(SqlTable::isWhole);
        if (whole)
            return Column.whole(
                    name,
                    values.stream()
                            .mapToLong(
                                    value -> ((Number) Objects.requireNonNull(value)).longValue())
                            .toArray());
        boolean numbers =
                values.stream().allMatch(value -> value == null || value instanceof Number);
        if (numbers && values.stream().anyMatch(Objects::nonNull))
            return Column.real(
                    name,
                    values.stream()
                            .mapToDouble(
                                    value ->
                                            value instanceof Number number
                                                    ? number.doubleValue()
                                                    : Double.NaN)
                            .toArray());
        return Column.text(name, values.size(), row -> text(values.get(row)));
    }

    /// A BLOB as a literal of SQLite: `X'4142'`.
    private static @Nullable String text(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case byte[] bytes -> "X'%s'".formatted(HEX.formatHex(bytes));
            default -> value.toString();
        };
    }

    private static boolean isWhole(@Nullable Object value) {
        return value instanceof Integer || value instanceof Long;
    }
}
