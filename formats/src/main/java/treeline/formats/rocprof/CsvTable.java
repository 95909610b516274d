package treeline.formats.rocprof;

import treeline.formats.reading.CsvRecords;
import treeline.formats.slices.SkippedEvents;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The records of one CSV file by column name: versions of rocprofv3 add columns in the middle.
final class CsvTable {
    private final Path file;
    private final CsvRecords records;
    private final SkippedEvents log;
    private final Map<String, Integer> columns = new HashMap<>();
    private final int width;
    private List<String> record = List.of();

    CsvTable(Path file, Reader in, SkippedEvents log) throws IOException {
        this.file = file;
        this.records = CsvRecords.of(file, in);
        this.log = log;
        List<String> header = records.nextTerminated();
        if (header == null)
            throw records.malformed("a header with column names", "the end of the file");
        for (int i = 0; i < header.size(); i++) columns.putIfAbsent(header.get(i).strip(), i);
        width = header.size();
    }

    boolean has(String column) {
        return columns.containsKey(column);
    }

    /// Goes to the next record; false at the end.
    boolean next() throws IOException {
        while (true) {
            List<String> read = records.nextTerminated();
            if (read == null) {
                if (!records.isTerminated()) log.lost("the last line is cut", place());
                return false;
            }
            if (read.size() == 1 && read.getFirst().isBlank()) continue;
            if (read.size() == width) {
                record = read;
                return true;
            }
            log.lost("the field count of a record differs from the header", place());
        }
    }

    private String place() {
        return "%s line %d".formatted(file.getFileName(), records.line());
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
            throw records.malformed(column + " as a whole number", "'" + text + "'");
        }
    }
}
