package treeline.formats.caliper.cali;

import org.jspecify.annotations.Nullable;

import treeline.array.Ints;
import treeline.formats.caliper.records.CaliperAttribute;
import treeline.model.LongIntMap;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The node tree of a `.cali` file: types, attributes, region names and run metadata. A node
/// follows its parent and its attribute, so there are no cycles and one pass suffices; ids are the
/// file's own, in any order.
final class CaliNodes {
    static final int NONE = -1;

    /// The properties that an attribute inherits from its ancestors; regions share those of their
    /// root.
    private record Traits(
            CaliperAttribute.Type type,
            int properties,
            String alias,
            String unit,
            boolean countsIterations) {}

    private static final Traits PLAIN = new Traits(CaliperAttribute.Type.STRING, 0, "", "", false);

    private static final Map<String, CaliperAttribute.Type> TYPE_NAMES =
            Stream.of(CaliperAttribute.Type.values())
                    .collect(Collectors.toMap(CaliNodes::nameOf, type -> type));

    private final LongIntMap placeOfId = new LongIntMap();
    private final Ints attribute = new Ints();
    private final Ints parent = new Ints();
    private final List<String> data = new ArrayList<>();
    private final List<Traits> traits = new ArrayList<>();
    private final List<@Nullable CaliperAttribute> attributes = new ArrayList<>();

    CaliNodes() {
        for (CaliperAttribute.Type type : CaliLayout.TYPES)
            append(
                    CaliLayout.TYPE_ATTRIBUTE,
                    nameOf(type),
                    NONE,
                    new Traits(type, 0, "", "", false));
        appendAttribute("cali.attribute.name", CaliperAttribute.Type.STRING);
        appendAttribute("cali.attribute.type", CaliperAttribute.Type.TYPE);
        appendAttribute("cali.attribute.prop", CaliperAttribute.Type.INT);
        append(
                CaliLayout.TYPE_ATTRIBUTE,
                "ptr",
                NONE,
                new Traits(CaliperAttribute.Type.PTR, 0, "", "", false));
        for (int id = 0; id <= CaliLayout.POINTER_TYPE; id++) placeOfId.put(id, id);
    }

    private static String nameOf(CaliperAttribute.Type type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private void appendAttribute(String name, CaliperAttribute.Type type) {
        int typeNode = CaliLayout.TYPES.indexOf(type);
        append(CaliLayout.NAME_ATTRIBUTE, name, typeNode, traits.get(typeNode));
    }

    private int append(int attributeNode, String text, int parentNode, Traits inherited) {
        attribute.add(attributeNode);
        parent.add(parentNode);
        data.add(text);
        traits.add(inherited);
        attributes.add(null);
        return data.size() - 1;
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
        return parent.at(node);
    }

    String data(int node) {
        return data.get(node);
    }

    boolean isAttribute(int node) {
        return attribute.at(node) == CaliLayout.NAME_ATTRIBUTE;
    }

    /// The attribute that a node is a value of.
    CaliperAttribute attributeOf(int node) {
        return attribute(attribute.at(node));
    }

    /// The attribute that a node is.
    CaliperAttribute attribute(int node) {
        CaliperAttribute known = attributes.get(node);
        if (known == null) {
            Traits its = traits.get(node);
            known =
                    CaliperAttribute.of(
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
