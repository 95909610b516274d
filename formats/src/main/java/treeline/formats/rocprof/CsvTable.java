package treeline.formats.rocprof;

import org.jspecify.annotations.Nullable;

import treeline.formats.slices.SkippedEvents;
import treeline.source.files.MalformedProfileException;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The records of one CSV file by column name: versions of rocprofv3 add columns in the middle.
final class CsvTable {
    private static final int MAX_FIELD_LENGTH = 1 << 20;
    private static final int END = -1;

    private final Path file;
    private final BufferedReader in;
    private final SkippedEvents log;
    private final Map<String, Integer> columns = new HashMap<>();
    private final int width;
    private List<String> record = List.of();
    private long line;

    CsvTable(Path file, Reader in, SkippedEvents log) throws IOException {
        this.file = file;
        this.in = new BufferedReader(in, 1 << 16);
        this.log = log;
        List<String> header = read();
        if (header == null)
            throw MalformedProfileException.atLine(
                    file, 1, "a header with column names", "the end of the file");
        for (int i = 0; i < header.size(); i++) columns.putIfAbsent(header.get(i).strip(), i);
        width = header.size();
    }

    boolean has(String column) {
        return columns.containsKey(column);
    }

    /// Goes to the next record; false at the end.
    boolean next() throws IOException {
        while (true) {
            List<String> read = read();
            if (read == null) return false;
            if (read.size() == 1 && read.getFirst().isBlank()) continue;
            if (read.size() == width) {
                record = read;
                return true;
            }
            log.lost("the field count of a record differs from the header", place());
        }
    }

    private String place() {
        return "%s line %d".formatted(file.getFileName(), line);
    }

    /// A field of the record, empty if there is no such column.
    String text(String column) {
        Integer at = columns.get(column);
        return at == null ? "" : record.get(at).strip();
    }

    /// The first column that exists.
    String text(String column, String otherwise) {
        return has(column) ? text(column) : text(otherwise);
    }

    /// A whole number, 0 if the field is empty.
    long number(String column) {
        String text = text(column);
        if (text.isEmpty()) return 0;
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException bad) {
            throw MalformedProfileException.atLine(
                    file, line, column + " as a whole number", "'" + text + "'");
        }
    }

    /// The next line that ends; what follows the last line end was cut.
    private @Nullable List<String> read() throws IOException {
        List<String> fields = new ArrayList<>();
        var field = new StringBuilder();
        boolean quoted = false;
        line++;
        while (true) {
            int c = in.read();
            if (c == END) {
                if (!fields.isEmpty() || !field.isEmpty() || quoted)
                    log.lost("the last line is cut", place());
                return null;
            }
            if (quoted && c == '"') {
                in.mark(1);
                if (in.read() == '"') {
                    field.append('"');
                    continue;
                }
                in.reset();
                quoted = false;
            } else if (!quoted && c == '"' && field.isEmpty()) quoted = true;
            else if (!quoted && (c == ',' || c == '\n')) {
                fields.add(field.toString());
                field.setLength(0);
                if (c == '\n') return fields;
            } else if (quoted || c != '\r') append(field, (char) c);
        }
    }

    private void append(StringBuilder field, char c) {
        if (field.length() >= MAX_FIELD_LENGTH)
            throw MalformedProfileException.atLine(
                    file, line, "a field of at most 1,048,576 characters", "a longer one");
        field.append(c);
    }
}
