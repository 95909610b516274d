package treeline.formats.reading;

import org.jspecify.annotations.Nullable;

import treeline.source.files.MalformedProfileException;
import treeline.text.FormulaEscape;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// CSV records after RFC 4180: quoted fields may contain commas, doubled quotes and line breaks.
/// Carriage returns outside of quotes belong to line ends.
public final class CsvRecords {
    private static final int LIMIT = 1 << 20;
    private static final int END = -1;

    /// The file ends within quotes.
    private static final int CUT = -2;

    private final Path file;
    private final Reader in;
    private final boolean isOurs;
    private final StringBuilder field = new StringBuilder();
    private long nextLine = 1;
    private long line;
    private boolean isTerminated = true;

    private CsvRecords(Path file, Reader in, boolean isOurs) {
        this.file = file;
        this.in = in;
        this.isOurs = isOurs;
    }

    /// Records of any program: what follows the quotes of a field is part of it.
    public static CsvRecords of(Path file, Reader in) {
        return new CsvRecords(file, new BufferedReader(in, 1 << 16), false);
    }

    /// Records as we write them: fields that a spreadsheet would execute are
    /// [escaped][FormulaEscape], and a comma follows the quotes of a field.
    public static CsvRecords ofOurs(Path file, Reader in) {
        return new CsvRecords(file, new BufferedReader(in, 1 << 16), true);
    }

    /// The fields of a line that was read as it stands.
    public static List<String> fieldsOf(String text) {
        try {
            List<String> fields = new CsvRecords(Path.of(""), new StringReader(text), false).next();
            return fields == null ? List.of() : fields;
        } catch (IOException impossible) { // it is memory that is read
            throw new UncheckedIOException(impossible);
        }
    }

    /// The next line as it stands, null at the end; for what comes before the records.
    public @Nullable String nextLine() throws IOException {
        line = nextLine++;
        field.setLength(0);
        int c = in.read();
        if (c == END) return null;
        for (; c != '\n' && c != END; c = in.read()) append(c);
        return field.toString();
    }

    /// The next record, null at the end. One that the file cuts within quotes is empty.
    public @Nullable List<String> next() throws IOException {
        line = nextLine;
        List<String> fields = new ArrayList<>();
        int c = in.read();
        if (c == END) return null;
        while (true) {
            c = endOfField(c);
            fields.add(isOurs ? FormulaEscape.unescaped(field.toString()) : field.toString());
            isTerminated = c == ',' || c == '\n';
            if (c == '\n') nextLine++;
            if (c != ',') return c == CUT ? List.of() : fields;
            c = in.read();
        }
    }

    /// The same without a record that has no line end: the file may have been cut in it.
    public @Nullable List<String> nextTerminated() throws IOException {
        List<String> fields = next();
        return isTerminated ? fields : null;
    }

    /// Reads a field, and returns what follows it.
    private int endOfField(int first) throws IOException {
        field.setLength(0);
        int c = first == '"' ? afterQuotes() : first;
        if (isOurs && first == '"' && c != '\r' && !isEnd(c))
            throw malformed(
                    "a comma after a field", (c < ' ' ? "character %d" : "'%c'").formatted(c));
        for (; !isEnd(c); c = in.read()) if (c != '\r') append(c);
        return c;
    }

    private static boolean isEnd(int c) {
        return c < 0 || c == ',' || c == '\n';
    }

    private int afterQuotes() throws IOException {
        while (true) {
            int c = in.read();
            if (c == END) return CUT;
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

    /// Whether the last record has a line end; without one the file may have been cut in it.
    public boolean isTerminated() {
        return isTerminated;
    }

    /// Where the last record starts, for messages.
    public long line() {
        return line;
    }

    public String place() {
        return "%s line %d".formatted(file, line);
    }

    public MalformedProfileException malformed(String expected, String found) {
        return MalformedProfileException.atLine(file, line, expected, found);
    }
}
