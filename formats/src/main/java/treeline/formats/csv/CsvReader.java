package treeline.formats.csv;

import treeline.formats.reading.CsvRecords;
import treeline.formats.reading.SegmentStream;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.ProfileBuilder;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.files.FiniteDecimal;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Reads the lines of [CsvExporter] in their order: nodes depth-first, contexts and iterations
/// ascending. A node without values has a line without values, a context without values a line
/// without a path, and an empty line ends the file.
final class CsvReader {
    private static final int UNKNOWN = -2;

    private final CsvRecords records;
    private final CsvHeader header;
    private final int width;
    private final ProfileBuilder builder = new ProfileBuilder();
    private final Map<String, Integer> nodeOfPath = new HashMap<>();
    private final CsvCell cell;
    private String path = "";
    private int node = ProfileBuilder.ROOT;

    private CsvReader(CsvRecords records, CsvHeader header) {
        this.records = records;
        this.header = header;
        this.width = header.headings().size();
        this.cell = new CsvCell(builder, header.metrics().size());
        header.metrics().forEach(builder::metric);
    }

    static ProfileSource open(Path path) throws IOException {
        try (MappedFile file = MappedFile.open(path)) {
            var text =
                    new InputStreamReader(new SegmentStream(file.bytes()), StandardCharsets.UTF_8);
            var records = CsvRecords.ofOurs(path, text);
            List<String> first = records.nextTerminated();
            CsvHeader header =
                    CsvHeader.parse(first == null ? List.of("") : first)
                            .orElseThrow(
                                    () ->
                                            records.malformed(
                                                    "path, contexts and metrics as Treeline names"
                                                            + " them",
                                                    "another first line"));
            return new CsvReader(records, header).read();
        }
    }

    private ProfileSource read() throws IOException {
        var log = new ReadReport.Log();
        boolean ended = false;
        for (List<String> fields = records.nextTerminated();
                fields != null;
                fields = records.nextTerminated()) {
            if (ended) throw records.malformed("the end of the file", "another line");
            ended = fields.equals(List.of("")) && width > 1;
            if (!ended) add(fields);
        }
        if (!ended) {
            log.lost(withoutEnd(), "line %d".formatted(records.line()));
            if (hasIterations()) cell.drop();
        }
        cell.flush();
        return new LoadedSource(builder.build(), log.report());
    }

    private boolean hasIterations() {
        return header.context().contains(CsvHeader.ITERATION);
    }

    /// People who write such a file by hand learn what is missing, and why.
    private String withoutEnd() {
        String lost =
                hasIterations()
                        ? "the last call path and context is not read, because iterations may be"
                                + " missing"
                        : records.isTerminated()
                                ? "lines may be missing"
                                : "the last line is not read, because it may be cut off";
        return "the file does not end with an empty line, so %s; add one if the file is complete"
                .formatted(lost);
    }

    private void add(List<String> fields) {
        if (fields.size() != width)
            throw records.malformed("%d fields".formatted(width), Integer.toString(fields.size()));
        Context context = contextOf(fields);
        if (fields.getFirst().isEmpty()) {
            cell.flush();
            builder.context(context);
            return;
        }
        if (isNewNode(fields)) addNode(fields);
        addValues(context, fields);
    }

    private boolean isNewNode(List<String> fields) {
        if (!header.frame().contains(CsvHeader.NODE)) return !fields.getFirst().equals(path);
        int number = whole(fields, CsvHeader.NODE, 0);
        if (number != builder.nodes() && number != builder.nodes() - 1)
            throw records.malformed(
                    "node %d or %d".formatted(builder.nodes() - 1, builder.nodes()),
                    Integer.toString(number));
        return number == builder.nodes();
    }

    private void addNode(List<String> fields) {
        cell.flush();
        path = fields.getFirst();
        String caller = CsvPath.caller(path);
        int parent =
                caller.isEmpty() ? ProfileBuilder.ROOT : nodeOfPath.getOrDefault(caller, UNKNOWN);
        if (parent == UNKNOWN)
            throw records.malformed("a path whose caller comes before it", "'%s'".formatted(path));
        if (!header.frame().contains(CsvHeader.NODE) && nodeOfPath.containsKey(path))
            throw records.malformed("all lines of a path together", "'%s' again".formatted(path));
        node = builder.newChild(parent, frame(fields));
        nodeOfPath.put(path, node);
        int first = 1 + header.frame().size();
        for (int i = 0; i < header.labels().size(); i++)
            builder.label(header.labels().get(i), node, fields.get(first + i));
    }

    private Frame frame(List<String> fields) {
        String name = CsvPath.name(path);
        if (name.isEmpty()) throw records.malformed("a frame with a name", "'%s'".formatted(path));
        return new Frame(
                kind(text(fields, CsvHeader.KIND)),
                name,
                text(fields, CsvHeader.FILE),
                whole(fields, CsvHeader.LINE, 0),
                text(fields, CsvHeader.MODULE));
    }

    private Frame.Kind kind(String text) {
        if (text.isEmpty()) return Frame.Kind.REGION;
        for (Frame.Kind kind : Frame.Kind.values())
            if (kind.name().toLowerCase(Locale.ROOT).equals(text)) return kind;
        throw records.malformed("a kind of frame", "'%s'".formatted(text));
    }

    private Context contextOf(List<String> fields) {
        return new Context(
                text(fields, CsvHeader.HOST),
                whole(fields, CsvHeader.RANK, Context.NONE),
                whole(fields, CsvHeader.THREAD, Context.NONE),
                whole(fields, CsvHeader.STREAM, Context.NONE),
                whole(fields, CsvHeader.REPETITION, Context.NONE));
    }

    private void addValues(Context context, List<String> fields) {
        int iteration = whole(fields, CsvHeader.ITERATION, CsvCell.PLAIN);
        if (iteration == Integer.MAX_VALUE)
            throw records.malformed(
                    "an iteration below " + Integer.MAX_VALUE, Integer.toString(iteration));
        int first = width - header.metrics().size();
        double[] values = new double[header.metrics().size()];
        boolean[] there = new boolean[values.length];
        for (int m = 0; m < values.length; m++) {
            there[m] = !fields.get(first + m).isEmpty();
            if (there[m]) values[m] = number(fields.get(first + m));
        }
        if (iteration == CsvCell.PLAIN && !isAny(there)) return;
        if (!cell.add(node, context, iteration, values, there))
            throw records.malformed(
                    "contexts and iterations of a path in ascending order",
                    iteration == CsvCell.PLAIN
                            ? context.toString()
                            : "%s iteration %d".formatted(context, iteration));
    }

    private static boolean isAny(boolean[] there) {
        for (boolean each : there) if (each) return true;
        return false;
    }

    private String text(List<String> fields, String column) {
        int at = header.frame().indexOf(column);
        if (at >= 0) return fields.get(1 + at);
        at = header.context().indexOf(column);
        return at < 0 ? "" : fields.get(1 + header.frame().size() + header.labels().size() + at);
    }

    private int whole(List<String> fields, String column, int absent) {
        String text = text(fields, column);
        if (text.isEmpty()) return absent;
        try {
            int number = Integer.parseInt(text);
            if (number >= 0) return number;
        } catch (NumberFormatException notANumber) {
            throw notA(column, text);
        }
        throw notA(column, text);
    }

    private MalformedProfileException notA(String column, String text) {
        return records.malformed("a number in column " + column, "'%s'".formatted(text));
    }

    private double number(String text) {
        try {
            return FiniteDecimal.parse(text);
        } catch (NumberFormatException notANumber) {
            throw records.malformed("a value", "'%s'".formatted(text));
        }
    }
}
