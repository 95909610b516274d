package treeline.formats.caliper;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The nodes of one `.cali` file: types, attributes, region names and facts of the run in one tree.
/// A node stands behind its parent and its attribute, so there are no cycles and one pass is
/// enough; ids are the file's own and in no order.
final class CaliNodes {
    static final int NONE = -1;

    /// What an attribute inherits from the nodes above it; regions share that of their root.
    private record Traits(
            Attribute.Type type,
            int properties,
            String alias,
            String unit,
            boolean countsIterations) {}

    private static final Traits PLAIN = new Traits(Attribute.Type.STRING, 0, "", "", false);

    private static final Map<String, Attribute.Type> TYPE_NAMES =
            Map.of(
                    "usr", Attribute.Type.USR,
                    "int", Attribute.Type.INT,
                    "uint", Attribute.Type.UINT,
                    "string", Attribute.Type.STRING,
                    "addr", Attribute.Type.ADDR,
                    "double", Attribute.Type.DOUBLE,
                    "bool", Attribute.Type.BOOL,
                    "type", Attribute.Type.TYPE,
                    "ptr", Attribute.Type.PTR);

    private final LongIntMap placeOfId = new LongIntMap();
    private int[] attribute = new int[64];
    private int[] parent = new int[64];
    private final List<String> data = new ArrayList<>();
    private final List<Traits> traits = new ArrayList<>();
    private final List<@Nullable Attribute> attributes = new ArrayList<>();

    CaliNodes() {
        for (Attribute.Type type : CaliLayout.TYPES)
            append(
                    CaliLayout.TYPE_ATTRIBUTE,
                    type.name().toLowerCase(Locale.ROOT),
                    NONE,
                    new Traits(type, 0, "", "", false));
        appendAttribute("cali.attribute.name", Attribute.Type.STRING);
        appendAttribute("cali.attribute.type", Attribute.Type.TYPE);
        appendAttribute("cali.attribute.prop", Attribute.Type.INT);
        append(
                CaliLayout.TYPE_ATTRIBUTE,
                "ptr",
                NONE,
                new Traits(Attribute.Type.PTR, 0, "", "", false));
        for (int id = 0; id <= CaliLayout.POINTER_TYPE; id++) placeOfId.put(id, id);
    }

    private void appendAttribute(String name, Attribute.Type type) {
        int typeNode = List.of(CaliLayout.TYPES).indexOf(type);
        append(CaliLayout.NAME_ATTRIBUTE, name, typeNode, traits.get(typeNode));
    }

    private int append(int attributeNode, String text, int parentNode, Traits inherited) {
        int node = data.size();
        if (node == attribute.length) {
            attribute = Arrays.copyOf(attribute, node * 2);
            parent = Arrays.copyOf(parent, node * 2);
        }
        attribute[node] = attributeNode;
        parent[node] = parentNode;
        data.add(text);
        traits.add(inherited);
        attributes.add(null);
        return node;
    }

    /// The node of an id, or [#NONE].
    int at(long id) {
        return placeOfId.get(id);
    }

    /// Adds a node whose attribute and parent are known. An id that comes again means the later
    /// node from there on, as in files that were put one behind the other.
    ///
    /// @return whether the id is new
    boolean define(long id, int attributeNode, String text, int parentNode) {
        Traits above = parentNode == NONE ? PLAIN : traits.get(parentNode);
        boolean isNew = placeOfId.get(id) == NONE || id == CaliLayout.POINTER_TYPE;
        placeOfId.put(
                id, append(attributeNode, text, parentNode, inherited(above, attributeNode, text)));
        return isNew;
    }

    private Traits inherited(Traits above, int attributeNode, String text) {
        if (attributeNode == CaliLayout.TYPE_ATTRIBUTE)
            return new Traits(
                    TYPE_NAMES.getOrDefault(text, above.type),
                    above.properties,
                    above.alias,
                    above.unit,
                    above.countsIterations);
        if (attributeNode == CaliLayout.PROPERTIES_ATTRIBUTE)
            return new Traits(
                    above.type,
                    propertiesOf(text),
                    above.alias,
                    above.unit,
                    above.countsIterations);
        return switch (data.get(attributeNode)) {
            case CaliLayout.ALIAS ->
                    new Traits(
                            above.type, above.properties, text, above.unit, above.countsIterations);
            case CaliLayout.UNIT, CaliLayout.TIME_UNIT ->
                    new Traits(
                            above.type,
                            above.properties,
                            above.alias,
                            text,
                            above.countsIterations);
            case CaliLayout.COUNTS_ITERATIONS ->
                    new Traits(above.type, above.properties, above.alias, above.unit, true);
            default -> above;
        };
    }

    private static int propertiesOf(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException notANumber) {
            return 0;
        }
    }

    int parent(int node) {
        return parent[node];
    }

    String data(int node) {
        return data.get(node);
    }

    boolean isAttribute(int node) {
        return attribute[node] == CaliLayout.NAME_ATTRIBUTE;
    }

    /// The attribute that a node is a value of.
    Attribute attributeOf(int node) {
        return attribute(attribute[node]);
    }

    /// The attribute that a node is.
    Attribute attribute(int node) {
        Attribute known = attributes.get(node);
        if (known == null) {
            Traits its = traits.get(node);
            known =
                    Attribute.of(
                            data.get(node),
                            its.type,
                            its.properties,
                            its.alias,
                            its.unit,
                            its.countsIterations);
            attributes.set(node, known);
        }
        return known;
    }
}
