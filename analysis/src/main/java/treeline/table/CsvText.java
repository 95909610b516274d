package treeline.table;

import org.jspecify.annotations.Nullable;

import treeline.text.FormulaEscape;

import java.util.ArrayList;
import java.util.List;

/// CSV parser after RFC 4180, for files written by hand or by spreadsheets. Empty fields are
/// missing values; quoted empty fields are empty text.
final class CsvText {
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final char END = '\0';

    private final String text;
    private int at;
    private int line = 1;

    private CsvText(String text) {
        this.text = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }

    /// @throws IllegalArgumentException with the line and what was expected there
    static Table table(String text) {
        var csv = new CsvText(text);
        List<@Nullable String> names = csv.record();
        List<List<@Nullable String>> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) columns.add(new ArrayList<>());
        while (csv.peek() != END) {
            int start = csv.line;
            List<@Nullable String> fields = csv.record();
            if (fields.size() == 1 && fields.getFirst() == null) continue; // an empty line
            if (fields.size() != names.size())
                throw new IllegalArgumentException(
                        "line %d: expected %d fields as in the first line, found %d"
                                .formatted(start, names.size(), fields.size()));
            for (int i = 0; i < columns.size(); i++) columns.get(i).add(fields.get(i));
        }
        List<Column> typed = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            String name = names.get(i);
            if (name == null || name.isBlank())
                throw new IllegalArgumentException(
                        "line 1: column %d has no name".formatted(i + 1));
            typed.add(Column.text(name, columns.get(i)));
        }
        return Table.of(typed);
    }

    private List<@Nullable String> record() {
        List<@Nullable String> fields = new ArrayList<>();
        do fields.add(unescaped(peek() == '"' ? quoted() : plain()));
        while (take(','));
        take('\r');
        if (peek() != END && !take('\n'))
            throw new IllegalArgumentException(
                    "line %d: expected a comma after a field, found '%c'".formatted(line, peek()));
        line++;
        return fields;
    }

    private static @Nullable String unescaped(@Nullable String field) {
        return field == null ? null : FormulaEscape.unescaped(field);
    }

    private @Nullable String plain() {
        int start = at;
        while (peek() != END && ",\r\n".indexOf(peek()) < 0) at++;
        String field = text.substring(start, at).strip();
        return field.isEmpty() ? null : field;
    }

    private String quoted() {
        int start = line;
        at++;
        var field = new StringBuilder();
        while (true) {
            char next = peek();
            if (next == END)
                throw new IllegalArgumentException(
                        "line %d: expected a closing quote".formatted(start));
            at++;
            if (next == '"' && !take('"')) return field.toString();
            if (next == '\n') line++;
            field.append(next);
        }
    }

    private boolean take(char wanted) {
        if (peek() != wanted) return false;
        at++;
        return true;
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : END;
    }
}
