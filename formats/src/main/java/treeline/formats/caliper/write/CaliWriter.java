package treeline.formats.caliper.write;

import treeline.formats.caliper.cali.CaliLayout;
import treeline.formats.caliper.records.CaliperAttribute;
import treeline.formats.caliper.records.CaliperFrames;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Profile;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Writes the lines of a `.cali` file. A node precedes all references to it: attributes, call paths
/// and texts first, then one record per node and context, then the run metadata.
public final class CaliWriter {
    // Properties, as Caliper's own files have them.
    private static final int SKIP_EVENTS = 64;
    private static final int THREAD_SCOPE = 20;
    private static final int PROCESS_SCOPE = 12;
    private static final int AS_VALUE = 1;
    private static final int UNALIGNED = 1024;

    private static final int NONE = -1;

    private final WrittenTable table;
    private final Profile profile;
    private final Writer out;
    private final List<WrittenTable.Key> keys;
    private final boolean hasHosts;
    private final List<Label> labels;

    // Numbers of nodes in the file.
    private int next = CaliLayout.POINTER_TYPE + 1;
    private final int[] path;
    private final List<Integer> attributes = new ArrayList<>();
    private final List<Map<String, Integer>> texts = new ArrayList<>();

    public CaliWriter(Profile profile, Writer out) {
        this.table = new WrittenTable(profile, WrittenMetric.Form.CALI);
        this.profile = profile;
        this.out = out;
        this.keys = table.keys();
        this.hasHosts = table.hasHosts();
        this.labels = table.labels();
        this.path = new int[profile.tree().size()];
        Arrays.fill(path, NONE);
    }

    public void write() throws IOException {
        writeValueAttributes();
        writePaths();
        for (Label label : labels) writeTexts(label.name(), label.values());
        if (hasHosts)
            writeTexts(
                    CaliperAttribute.HOST_NAME,
                    profile.contexts().stream().map(Context::host).distinct().toList());
        table.forEach(this::writeRecord);
        writeFacts(profile.metadata());
    }

    /// What stands in records by value: who measured, and the metrics.
    private void writeValueAttributes() throws IOException {
        int inRecords = SKIP_EVENTS | PROCESS_SCOPE | AS_VALUE;
        for (WrittenTable.Key key : keys)
            attributes.add(attribute(key.attribute(), CaliperAttribute.Type.INT, inRecords, NONE));
        int alias = attribute(CaliLayout.ALIAS, CaliperAttribute.Type.STRING, SKIP_EVENTS, NONE);
        int unit = attribute(CaliLayout.UNIT, CaliperAttribute.Type.STRING, SKIP_EVENTS, NONE);
        for (WrittenMetric metric : table.metrics()) {
            CaliperAttribute described = metric.attribute();
            int united = node(unit, described.unit(), idOf(described.type()));
            int named = node(alias, metric.alias(), united);
            attributes.add(
                    attribute(metric.name(), described.type(), described.properties(), named));
        }
    }

    /// An attribute below its properties, which stand below what else is known of it.
    private int attribute(String name, CaliperAttribute.Type type, int properties, int below)
            throws IOException {
        int known =
                node(
                        CaliLayout.PROPERTIES_ATTRIBUTE,
                        Integer.toString(properties),
                        below == NONE ? idOf(type) : below);
        return node(CaliLayout.NAME_ATTRIBUTE, name, known);
    }

    private static int idOf(CaliperAttribute.Type type) {
        return CaliLayout.TYPES.indexOf(type);
    }

    private void writePaths() throws IOException {
        CallTree tree = profile.tree();
        Map<Frame.Kind, Integer> ofKind = new EnumMap<>(Frame.Kind.class);
        for (int node = 0; node < path.length; node++) {
            if (table.isOutsideRegions(node)) continue;
            Frame frame = tree.frame(node);
            Integer attribute = ofKind.get(frame.kind());
            if (attribute == null) {
                attribute =
                        attribute(
                                CaliperFrames.attributeOf(frame.kind()),
                                CaliperAttribute.Type.STRING,
                                CaliperAttribute.NESTED | THREAD_SCOPE,
                                NONE);
                ofKind.put(frame.kind(), attribute);
            }
            int parent = tree.parent(node);
            path[node] =
                    node(
                            attribute,
                            frame.name(),
                            parent == CallTree.NO_PARENT ? NONE : path[parent]);
        }
    }

    private void writeTexts(String attribute, List<String> values) throws IOException {
        int id =
                attribute(
                        attribute, CaliperAttribute.Type.STRING, SKIP_EVENTS | THREAD_SCOPE, NONE);
        Map<String, Integer> numbers = new HashMap<>();
        for (String value : values) if (!value.isEmpty()) numbers.put(value, node(id, value, NONE));
        texts.add(numbers);
    }

    private void writeRecord(int node, int context, double[] values) throws IOException {
        Context who = profile.contexts().get(context);
        out.write("__rec=ctx");
        String before = ",ref=";
        if (path[node] != NONE) before = item(before, path[node]);
        for (int label = 0; label < labels.size(); label++)
            before = reference(before, texts.get(label), labels.get(label).at(node));
        if (hasHosts) reference(before, texts.getLast(), who.host());
        before = ",attr=";
        for (int key = 0; key < keys.size(); key++)
            if (numberOf(key, who) != Context.NONE) before = item(before, attributes.get(key));
        for (int i = 0; i < values.length; i++)
            if (!Double.isNaN(values[i])) before = item(before, attributes.get(keys.size() + i));
        before = ",data=";
        for (int key = 0; key < keys.size(); key++)
            if (numberOf(key, who) != Context.NONE) before = item(before, numberOf(key, who));
        for (double value : values)
            if (!Double.isNaN(value)) {
                out.write(before);
                out.write(text(value));
                before = "=";
            }
        out.write('\n');
    }

    private int numberOf(int key, Context who) {
        return keys.get(key).number().applyAsInt(who);
    }

    private String reference(String before, Map<String, Integer> numbers, String text)
            throws IOException {
        Integer node = numbers.get(text);
        return node == null ? before : item(before, node);
    }

    private String item(String before, int number) throws IOException {
        out.write(before);
        out.write(Integer.toString(number));
        return "=";
    }

    /// As C++ prints and reads them.
    private static String text(double value) {
        if (Double.isInfinite(value)) return value > 0 ? "inf" : "-inf";
        return Double.toString(value);
    }

    /// Each fact is an attribute of its own; they stand in one branch.
    private void writeFacts(Metadata metadata) throws IOException {
        int last = NONE;
        for (String key : metadata.keys()) {
            if (key.isBlank()) continue;
            Value value = metadata.get(key).orElseThrow();
            int properties = UNALIGNED | CaliperAttribute.GLOBAL | SKIP_EVENTS | PROCESS_SCOPE;
            last = node(attribute(key, typeOf(value), properties, NONE), value.toString(), last);
        }
        if (last != NONE) out.write("__rec=globals,ref=%d\n".formatted(last));
    }

    private static CaliperAttribute.Type typeOf(Value value) {
        return switch (value) {
            case Value.Text _ -> CaliperAttribute.Type.STRING;
            case Value.Whole _ -> CaliperAttribute.Type.INT;
            case Value.Flag _ -> CaliperAttribute.Type.BOOL;
            case Value.Real _ -> CaliperAttribute.Type.DOUBLE;
        };
    }

    /// Writes a node and returns its number. A carriage return at the end of a line would be part
    /// of the line end, so the text of a root that ends with one does not stand last.
    private int node(int attribute, String data, int parent) throws IOException {
        String attributeField = "attr=" + attribute;
        String dataField = "data=" + escaped(data);
        boolean dataLast = !data.endsWith("\r");
        out.write("__rec=node,id=%d,".formatted(next));
        out.write(dataLast ? attributeField : dataField);
        out.write(',');
        out.write(dataLast ? dataField : attributeField);
        out.write(parent == NONE ? "\n" : ",parent=%d\n".formatted(parent));
        return next++;
    }

    private static String escaped(String text) {
        var escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char sign = text.charAt(i);
            if (sign == '\n') escaped.append(CaliLayout.ESCAPE).append('n');
            else {
                if (sign == CaliLayout.ESCAPE
                        || sign == CaliLayout.FIELD_END
                        || sign == CaliLayout.ITEM_END) escaped.append(CaliLayout.ESCAPE);
                escaped.append(sign);
            }
        }
        return escaped.toString();
    }
}
