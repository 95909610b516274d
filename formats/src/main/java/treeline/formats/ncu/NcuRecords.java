package treeline.formats.ncu;

import org.jspecify.annotations.Nullable;

import treeline.formats.reading.SegmentStream;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// CSV records after RFC 4180: quoted fields may contain commas, doubled quotes and line breaks.
final class NcuRecords implements AutoCloseable {
    private static final int LIMIT = 1 << 20;
    private static final int END = -1;

    private final MappedFile file;
    private final BufferedReader in;
    private long line;
    private long recordLine;
    private boolean terminated = true;

    NcuRecords(MappedFile file) {
        this.file = file;
        this.in =
                new BufferedReader(
                        new InputStreamReader(
                                new SegmentStream(file.bytes()), StandardCharsets.UTF_8));
    }

    /// Whether the last record has a line end; without one the file may have been cut after it.
    boolean isTerminated() {
        return terminated;
    }

    /// Where the last record starts, for messages.
    String place() {
        return "%s line %d".formatted(file.path(), recordLine);
    }

    MalformedProfileException malformed(String expected, String found) {
        return MalformedProfileException.atLine(file.path(), recordLine, expected, found);
    }

    /// The next line as it stands, null at the end; for what comes before the records.
    @Nullable String line() throws IOException {
        recordLine = ++line;
        var text = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c == END) return text.isEmpty() ? null : text.toString();
            append(text, c);
        }
        return text.toString();
    }

    /// The fields of a line that was read as it stands.
    static List<String> fieldsOf(String text) {
        List<String> fields = new ArrayList<>();
        var field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') quoted = !quoted;
            else if (c == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else if (c != '\r') field.append(c);
        }
        fields.add(field.toString());
        return fields;
    }

    /// The next record, null at the end. A record that the end of the file cuts is empty.
    @Nullable List<String> next() throws IOException {
        recordLine = ++line;
        List<String> fields = new ArrayList<>();
        var field = new StringBuilder();
        boolean quoted = false;
        boolean any = false;
        for (int c = in.read(); ; c = in.read()) {
            if (c == END) return any ? lastOf(fields, field, quoted) : null;
            any = true;
            if (c == '"') {
                if (quoted) {
                    in.mark(1);
                    int after = in.read();
                    if (after == '"') append(field, '"');
                    else {
                        in.reset();
                        quoted = false;
                    }
                } else quoted = true;
            } else if (quoted) {
                if (c == '\n') line++;
                append(field, c);
            } else if (c == ',') {
                fields.add(field.toString());
                field.setLength(0);
            } else if (c == '\n') {
                fields.add(field.toString());
                return fields;
            } else if (c != '\r') append(field, c);
        }
    }

    private List<String> lastOf(List<String> fields, StringBuilder field, boolean quoted) {
        terminated = false;
        if (quoted) return List.of();
        fields.add(field.toString());
        return fields;
    }

    private void append(StringBuilder into, int c) {
        if (into.length() >= LIMIT)
            throw malformed("a field of at most 1 Mi characters", "a longer one");
        into.append((char) c);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
