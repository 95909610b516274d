package treeline.formats.caliper.split;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import treeline.array.Ints;
import treeline.formats.caliper.cali.CaliLayout;
import treeline.formats.caliper.records.CaliperAttribute;
import treeline.formats.caliper.records.TypedMetadata;
import treeline.formats.reading.SegmentStream;
import treeline.formats.reading.Utf8Stream;
import treeline.model.Metadata;
import treeline.source.ReadReport;
import treeline.source.files.MappedFile;

import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Everything in a json-split file but its rows: columns, nodes and run metadata.
final class SplitHead {
    static final int NO_PARENT = -1;

    /// @param isValue whether rows hold the value itself rather than the number of a node
    record Column(String name, boolean isValue, String alias, String unit) {}

    private final MappedFile file;
    private final DataExtent rows;
    private final Utf8Stream text;
    private final List<String> names = new ArrayList<>();
    private final List<Column> metadata = new ArrayList<>();
    private final List<String> labels = new ArrayList<>();
    private final List<String> columnOfNode = new ArrayList<>();
    private final Ints parent = new Ints();
    private final Map<String, Metadata.Value> facts = new LinkedHashMap<>();

    private SplitHead(MappedFile file, DataExtent rows) {
        this.file = file;
        this.rows = rows;
        this.text = new Utf8Stream(withoutRows(file.bytes(), rows));
    }

    /// A json-split file without its rows is small and still valid JSON.
    private static InputStream withoutRows(MemorySegment bytes, DataExtent rows) {
        return new SequenceInputStream(
                new SegmentStream(bytes.asSlice(0, rows.start() + 1)),
                new SegmentStream(bytes.asSlice(rows.end() - 1)));
    }

    static SplitHead of(MappedFile file, DataExtent rows) {
        var head = new SplitHead(file, rows);
        head.read();
        return head;
    }

    private void read() {
        try (JsonParser parser = CaliperJson.parser(text)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String key = parser.currentName();
                parser.nextToken();
                section(parser, key);
            }
        } catch (JacksonException broken) {
            throw file.malformed(
                    offset(CaliperJson.offset(broken)), "JSON", CaliperJson.firstLine(broken));
        }
        if (names.isEmpty())
            throw file.malformed(0, "the names of the columns in \"columns\"", "none");
    }

    private void section(JsonParser parser, String key) {
        switch (key) {
            case DataExtent.KEY -> parser.skipChildren();
            case "columns" -> elements(parser, () -> names.add(parser.getString()));
            case "column_metadata" -> elements(parser, () -> metadata.add(column(parser)));
            case "nodes" -> elements(parser, () -> node(parser));
            default -> fact(parser, key);
        }
    }

    private void elements(JsonParser parser, Runnable element) {
        if (parser.currentToken() != JsonToken.START_ARRAY) throw unexpected(parser, "an array");
        while (parser.nextToken() != JsonToken.END_ARRAY) element.run();
    }

    private RuntimeException unexpected(JsonParser parser, String expected) {
        long offset = parser.currentTokenLocation().getByteOffset();
        return file.malformed(offset(offset), expected, String.valueOf(parser.currentToken()));
    }

    private long offset(long offsetInText) {
        return offsetInFile(text.offsetInFile(Math.max(0, offsetInText)));
    }

    private long offsetInFile(long withoutRows) {
        long skipFrom = rows.start() + 1;
        return withoutRows <= skipFrom ? withoutRows : withoutRows + (rows.end() - 1 - skipFrom);
    }

    /// Notes names that are not UTF-8.
    void noteTexts(ReadReport.Log log) {
        text.note(log, file.path().toString(), this::offsetInFile);
    }

    private Column column(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT)
            throw unexpected(parser, "an object that describes a column");
        boolean isValue = true;
        String alias = "";
        String unit = "";
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (key) {
                case "is_value" -> isValue = value != JsonToken.VALUE_FALSE;
                case CaliLayout.ALIAS -> alias = parser.getString();
                case CaliLayout.UNIT -> unit = parser.getString();
                default -> parser.skipChildren();
            }
        }
        return new Column("", isValue, alias, unit);
    }

    private void node(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT)
            throw unexpected(parser, "an object that is a node");
        String label = "";
        String column = "";
        int above = NO_PARENT;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (key) {
                case "label" -> label = parser.getString();
                case "column" -> column = known(parser.getString());
                case "parent" ->
                        above = value == JsonToken.VALUE_NUMBER_INT ? parent(parser) : NO_PARENT;
                default -> parser.skipChildren();
            }
        }
        parent.add(above);
        labels.add(label);
        columnOfNode.add(column);
    }

    /// Most nodes are of the same column: one text for all of them.
    private String known(String column) {
        boolean same = !columnOfNode.isEmpty() && columnOfNode.getLast().equals(column);
        return same ? columnOfNode.getLast() : column;
    }

    /// Parents stand before their children; anything else would allow cycles.
    private int parent(JsonParser parser) {
        long number = parser.getLongValue();
        if (number < 0 || number >= labels.size())
            throw file.malformed(
                    offset(parser.currentTokenLocation().getByteOffset()),
                    "a parent that stands before node " + labels.size(),
                    Long.toString(number));
        return (int) number;
    }

    private void fact(JsonParser parser, String key) {
        switch (parser.currentToken()) {
            case VALUE_STRING -> facts.put(key, TypedMetadata.ofText(parser.getString()));
            case VALUE_NUMBER_INT -> facts.put(key, TypedMetadata.ofText(parser.getString()));
            case VALUE_NUMBER_FLOAT ->
                    facts.put(
                            key,
                            TypedMetadata.of(CaliperAttribute.Type.DOUBLE, parser.getString()));
            case VALUE_TRUE, VALUE_FALSE ->
                    facts.put(key, new Metadata.Value.Flag(parser.getBooleanValue()));
            default -> parser.skipChildren();
        }
    }

    List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            Column told =
                    i < metadata.size()
                            ? metadata.get(i)
                            : new Column("", !name.equals("path"), "", "");
            columns.add(new Column(name, told.isValue, told.alias, told.unit));
        }
        return columns;
    }

    int nodes() {
        return labels.size();
    }

    String label(int node) {
        return labels.get(node);
    }

    String columnOf(int node) {
        return columnOfNode.get(node);
    }

    int parent(int node) {
        return parent.at(node);
    }

    Map<String, Metadata.Value> facts() {
        return facts;
    }
}
