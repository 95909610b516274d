package treeline.formats.caliper.write;

import tools.jackson.core.JsonGenerator;

import treeline.formats.caliper.cali.CaliLayout;
import treeline.formats.caliper.records.CaliperAttribute;
import treeline.formats.caliper.split.CaliperJson;
import treeline.formats.caliper.split.DataExtent;
import treeline.formats.caliper.split.SplitFacts;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Label;
import treeline.model.Profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Writes the sections of a json-split file: columns, their properties, rows, nodes, and run
/// metadata. Rows reference nodes, which are call paths or texts; an empty text is a node too,
/// because Hatchet resolves every reference.
public final class SplitWriter {
    private static final int NO_NODE = -1;

    private final WrittenTable table;
    private final Profile profile;
    private final JsonGenerator json;
    private final List<WrittenTable.Key> keys;
    private final boolean hasHosts;
    private final List<Label> labels;

    /// The number of each node of the tree in the file.
    private final int[] number;

    /// Texts of each reference column, with their numbers in the file.
    private final List<Map<String, Integer>> texts = new ArrayList<>();

    private int nodes;

    public SplitWriter(Profile profile, JsonGenerator json) {
        this.table = new WrittenTable(profile, WrittenMetric.Form.JSON);
        this.profile = profile;
        this.json = json;
        this.keys = table.keys();
        this.hasHosts = table.hasHosts();
        this.labels = table.labels();
        this.number = new int[profile.tree().size()];
        Arrays.fill(number, NO_NODE);
        for (int node = 0; node < number.length; node++)
            if (!table.isOutsideRegions(node)) number[node] = nodes++;
        for (Label label : labels) number(label.values());
        if (hasHosts) number(profile.contexts().stream().map(Context::host).distinct().toList());
    }

    private void number(List<String> values) {
        Map<String, Integer> numbers = new HashMap<>();
        for (String value : values) numbers.put(value, nodes++);
        texts.add(numbers);
    }

    public void write() {
        json.writeStartObject();
        writeColumns();
        writeColumnMetadata();
        writeRows();
        writeNodes();
        SplitFacts.write(json, profile.metadata());
        json.writeEndObject();
    }

    private List<String> textColumns() {
        List<String> columns = new ArrayList<>();
        labels.forEach(label -> columns.add(label.name()));
        if (hasHosts) columns.add(CaliperAttribute.HOST_NAME);
        return columns;
    }

    private void writeColumns() {
        json.writeArrayPropertyStart("columns");
        json.writeString(CaliperJson.PATH);
        keys.forEach(key -> json.writeString(key.attribute()));
        table.metrics().forEach(metric -> json.writeString(metric.name()));
        textColumns().forEach(json::writeString);
        json.writeEndArray();
    }

    private void writeColumnMetadata() {
        json.writeArrayPropertyStart("column_metadata");
        writeIsValue(false);
        keys.forEach(_ -> writeIsValue(true));
        for (WrittenMetric metric : table.metrics()) {
            json.writeStartObject();
            json.writeBooleanProperty("is_value", true);
            json.writeStringProperty(CaliLayout.ALIAS, metric.alias());
            json.writeStringProperty(CaliLayout.UNIT, metric.attribute().unit());
            json.writeEndObject();
        }
        textColumns().forEach(_ -> writeIsValue(false));
        json.writeEndArray();
    }

    private void writeIsValue(boolean isValue) {
        json.writeStartObject().writeBooleanProperty("is_value", isValue).writeEndObject();
    }

    private void writeRows() {
        json.writeArrayPropertyStart(DataExtent.KEY);
        table.forEach(this::writeRow);
        json.writeEndArray();
    }

    private void writeRow(int node, int context, double[] values) {
        Context who = profile.contexts().get(context);
        json.writeStartArray();
        writeCount(number[node]);
        for (WrittenTable.Key key : keys) writeCount(key.number().applyAsInt(who));
        for (double value : values) {
            if (Double.isNaN(value)) json.writeNull();
            else json.writeNumber(value);
        }
        for (int label = 0; label < labels.size(); label++)
            json.writeNumber(number(texts.get(label), labels.get(label).at(node)));
        if (hasHosts) json.writeNumber(number(texts.getLast(), who.host()));
        json.writeEndArray();
    }

    private static int number(Map<String, Integer> numbers, String text) {
        return numbers.getOrDefault(text, NO_NODE);
    }

    private void writeCount(int count) {
        if (count < 0) json.writeNull();
        else json.writeNumber(count);
    }

    private void writeNodes() {
        CallTree tree = profile.tree();
        json.writeArrayPropertyStart("nodes");
        for (int node = 0; node < number.length; node++) {
            if (number[node] == NO_NODE) continue;
            json.writeStartObject();
            json.writeStringProperty("label", tree.name(node));
            json.writeStringProperty("column", CaliperJson.PATH);
            if (tree.parent(node) != CallTree.NO_PARENT)
                json.writeNumberProperty("parent", number[tree.parent(node)]);
            json.writeEndObject();
        }
        for (Label label : labels) writeTexts(label.name(), label.values());
        if (hasHosts)
            writeTexts(
                    CaliperAttribute.HOST_NAME,
                    profile.contexts().stream().map(Context::host).distinct().toList());
        json.writeEndArray();
    }

    private void writeTexts(String column, List<String> values) {
        for (String value : values) {
            json.writeStartObject();
            json.writeStringProperty("label", value);
            json.writeStringProperty("column", column);
            json.writeEndObject();
        }
    }
}
