package treeline.formats.csv;

import org.jspecify.annotations.Nullable;

import treeline.source.files.MalformedProfileException;
import treeline.text.FormulaEscape;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// CSV records after RFC 4180, as we write them: fields with commas, quotes or line breaks are
/// quoted, fields that a spreadsheet would execute are [escaped][FormulaEscape], and every record
/// is terminated.
final class CsvRecords {
    private static final int LIMIT = 1 << 20;
    private static final int END = -1;

    private final Path file;
    private final BufferedReader in;
    private final StringBuilder field = new StringBuilder();
    private long nextLine = 1;
    private long line;
    private boolean cut;

    CsvRecords(Path file, Reader in) {
        this.file = file;
        this.in = new BufferedReader(in, 1 << 16);
    }

    /// The next record, null at the end of the file or where the file ends within it; then [#isCut]
    /// says so.
    @Nullable List<String> next() throws IOException {
        line = nextLine;
        List<String> fields = new ArrayList<>();
        int c = in.read();
        if (c == END) return null;
        while (true) {
            c = c == '"' ? quoted() : plain(c);
            fields.add(FormulaEscape.unescaped(field.toString()));
            if (c == '\r') c = in.read();
            if (c == END) {
                cut = true;
                return null;
            }
            if (c == '\n') {
                nextLine++;
                return fields;
            }
            if (c != ',') throw malformed("a comma after a field", shown(c));
            c = in.read();
        }
    }

    private int plain(int first) throws IOException {
        field.setLength(0);
        int c = first;
        for (; c != ',' && c != '\n' && c != '\r' && c != END; c = in.read()) append(c);
        return c;
    }

    private int quoted() throws IOException {
        field.setLength(0);
        while (true) {
            int c = in.read();
            if (c == END) return c;
            if (c == '\n') nextLine++;
            if (c == '"') {
                c = in.read();
                if (c != '"') return c;
            }
            append(c);
        }
    }

    private void append(int c) {
        if (field.length() >= LIMIT)
            throw malformed("a field of at most 1 Mi characters", "a longer one");
        field.append((char) c);
    }

    private static String shown(int c) {
        return c < ' ' ? "character %d".formatted(c) : "'%c'".formatted(c);
    }

    /// Whether the file ended within a record.
    boolean isCut() {
        return cut;
    }

    /// Where the last record starts, for messages.
    long line() {
        return line;
    }

    MalformedProfileException malformed(String expected, String found) {
        return MalformedProfileException.atLine(file, line, expected, found);
    }
}
