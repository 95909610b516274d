package treeline.table;

import treeline.text.FormulaEscape;

import java.io.IOException;
import java.util.List;

/// CSV output after RFC 4180. Missing values are empty fields; empty text is quoted, so that the
/// two can be distinguished. Text that a spreadsheet would execute is [escaped][FormulaEscape].
final class Csv {
    private Csv() {}

    static void write(Table table, Appendable out) throws IOException {
        List<Column> columns = table.columns();
        for (int i = 0; i < columns.size(); i++)
            out.append(i == 0 ? "" : ",").append(quoted(columns.get(i).name()));
        out.append('\n');
        writeRows(table, out);
    }

    /// A line at a time, because every call of a [java.io.PrintStream] makes objects.
    static void writeRows(Table table, Appendable out) throws IOException {
        List<Column> columns = table.columns();
        var line = new StringBuilder();
        for (int row = 0; row < table.rows(); row++) {
            line.setLength(0);
            for (int i = 0; i < columns.size(); i++)
                line.append(i == 0 ? "" : ",").append(field(columns.get(i), row));
            out.append(line.append('\n'));
        }
    }

    private static String field(Column column, int row) {
        if (column.isMissing(row)) return "";
        return column instanceof TextColumn text ? quoted(text.at(row)) : column.text(row);
    }

    private static String quoted(String unescaped) {
        String text = FormulaEscape.escaped(unescaped);
        return text.isEmpty() || needsQuotes(text) ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }

    private static boolean needsQuotes(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ',' || c == '"' || c == '\n' || c == '\r') return true;
        }
        return false;
    }
}
