package treeline.trace;

import treeline.table.Table;

import java.io.IOException;
import java.io.UncheckedIOException;

/// Tables as tests compare them.
public final class TableText {
    private TableText() {}

    /// Column names and rows as CSV.
    public static String of(Table table, String... columns) {
        var text = new StringBuilder();
        try {
            (columns.length == 0 ? table : table.select(columns)).toCsv(text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return text.toString();
    }
}
