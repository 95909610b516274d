package treeline.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The rows of several tables below one another, columns matched by name. Linear in the values.
final class Concatenation {
    private Concatenation() {}

    static Table of(List<Table> tables) {
        Set<String> names = new LinkedHashSet<>();
        for (Table table : tables) names.addAll(table.names());
        List<Column> columns = new ArrayList<>();
        for (String name : names) columns.add(column(parts(name, tables)));
        return Table.of(columns);
    }

    /// The column of each table; where a table lacks it, as many missing values.
    private static List<Column> parts(String name, List<Table> tables) {
        List<Column> present = new ArrayList<>();
        for (Table table : tables) {
            Column column = table.find(name);
            if (column != null) present.add(column);
        }
        Column type = commonType(present);
        List<Column> parts = new ArrayList<>(tables.size());
        for (Table table : tables) {
            Column column = table.find(name);
            parts.add(column != null ? column : type.take(noRows(table.rows())));
        }
        return parts;
    }

    private static int[] noRows(int rows) {
        int[] none = new int[rows];
        Arrays.fill(none, Column.NO_ROW);
        return none;
    }

    /// The columns below one another, under the name of the first. Whole numbers become real where
    /// they meet real ones.
    static Column column(List<Column> parts) {
        Header header = parts.getFirst().header();
        int rows = Table.checkedRows(parts.stream().mapToLong(Column::rows).sum());
        return switch (commonType(parts)) {
            case TextColumn _ -> text(header, parts, rows);
            case WholeColumn _ -> whole(header, parts, rows);
            case RealColumn _ -> real(header, parts, rows);
            case FlagColumn _ -> flag(header, parts, rows);
        };
    }

    /// One of the columns, whose type holds the values of all.
    private static Column commonType(List<Column> columns) {
        Column common = columns.getFirst();
        for (Column column : columns) {
            if (!common.holds(column) && !column.holds(common))
                throw new IllegalArgumentException(
                        "column '%s' is %s in one table and %s in another"
                                .formatted(common.name(), common.type(), column.type()));
            if (!common.holds(column)) common = column;
        }
        return common;
    }

    private static WholeColumn whole(Header header, List<Column> parts, int rows) {
        long[] all = new long[rows];
        int next = 0;
        for (Column part : parts) {
            System.arraycopy(part.keysShared(), 0, all, next, part.rows());
            next += part.rows();
        }
        return new WholeColumn(header, all);
    }

    private static RealColumn real(Header header, List<Column> parts, int rows) {
        double[] all = new double[rows];
        int next = 0;
        for (Column part : parts) {
            System.arraycopy(part.numbersShared(), 0, all, next, part.rows());
            next += part.rows();
        }
        return new RealColumn(header, all);
    }

    private static FlagColumn flag(Header header, List<Column> parts, int rows) {
        byte[] all = new byte[rows];
        int next = 0;
        for (Column part : parts) {
            System.arraycopy(((FlagColumn) part).valuesShared(), 0, all, next, part.rows());
            next += part.rows();
        }
        return new FlagColumn(header, all);
    }

    /// Dictionaries are merged entry by entry, and one that parts share only once.
    private static TextColumn text(Header header, List<Column> parts, int rows) {
        var coder = new TextCoder();
        int[] all = new int[rows];
        int next = 0;
        var recoded = new IdentityHashMap<String[], int[]>();
        for (Column part : parts) {
            var column = (TextColumn) part;
            int[] codes = recoded.computeIfAbsent(column.dictionaryShared(), coder::codes);
            for (int code : column.codesShared())
                all[next++] = code == TextColumn.MISSING ? TextColumn.MISSING : codes[code];
        }
        return new TextColumn(header, all, coder.texts());
    }
}
