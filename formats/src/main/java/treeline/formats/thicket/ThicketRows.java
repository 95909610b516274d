package treeline.formats.thicket;

import treeline.formats.reading.GraphDocument;
import treeline.formats.reading.JsonCursor;

import java.util.LinkedHashMap;
import java.util.Map;

/// Sorts the rows of the table by run.
final class ThicketRows implements GraphDocument.RowReader {
    private final GraphDocument document;
    private final Map<String, RunTable> tables = new LinkedHashMap<>();
    private final Map<String, Double> values = new LinkedHashMap<>();
    private final Map<String, String> texts = new LinkedHashMap<>();
    private String run = "";

    private ThicketRows(GraphDocument document) {
        this.document = document;
    }

    static Map<String, RunTable> read(GraphDocument document) {
        var rows = new ThicketRows(document);
        document.rows(rows);
        return rows.tables;
    }

    @Override
    public void field(String name, JsonCursor json) {
        if (name.equals("profile")) run = json.text("a run");
        else if (document.isMetric(name) && !name.equals("name")) value(name, json);
    }

    /// A value that is missing in one row is null there; it makes no text of a metric.
    private void value(String name, JsonCursor json) {
        if (json.isNumber()) values.put(name, json.number("a value"));
        else if (json.token().isScalarValue() && !json.text("a text").isEmpty())
            texts.put(name, json.text("a text"));
    }

    @Override
    public void row(int node, JsonCursor json) {
        if (run.isEmpty()) throw json.malformed("a row with its profile", "one without");
        RunTable table = tables.computeIfAbsent(run, _ -> new RunTable());
        values.forEach((column, value) -> table.add(node, column, value));
        texts.forEach((column, text) -> table.label(node, column, text));
        table.touch(node);
        values.clear();
        texts.clear();
        run = "";
    }
}
