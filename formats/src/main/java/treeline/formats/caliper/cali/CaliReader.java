package treeline.formats.caliper.cali;

import treeline.array.Ints;
import treeline.formats.caliper.records.CaliperAttribute;
import treeline.formats.caliper.records.CaliperFrames;
import treeline.formats.caliper.records.DecimalScanner;
import treeline.formats.caliper.records.Place;
import treeline.formats.caliper.records.ProfileDraft;
import treeline.formats.caliper.records.TypedMetadata;
import treeline.source.files.FiniteDecimal;
import treeline.source.files.MappedFile;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;

/// Reads one `.cali` file into a draft, in one pass. Unintelligible records are counted in the
/// draft's log and skipped.
public final class CaliReader {
    private final ProfileDraft draft;
    private final MappedFile file;
    private final CaliLines lines;
    private final CaliFields fields = new CaliFields();
    private final CaliNodes nodes = new CaliNodes();
    private final CaliPlaces places;
    private final DecimalScanner numbers = new DecimalScanner();
    private final Supplier<String> place = this::place;
    private final BitSet globalsSeen = new BitSet();
    private final Ints columnOfAttribute = new Ints();
    private long records;

    // The record that is being read: whether its values tell where it belongs, whether it is
    // known who measured, and its lists.
    private boolean valuesTell;
    private boolean keysAreKnown;
    private int references;
    private int referencesEnd;
    private int attributes;
    private int attributesEnd;
    private int data;
    private int dataEnd;

    private CaliReader(ProfileDraft draft, MappedFile file) {
        this.draft = draft;
        this.file = file;
        this.lines = new CaliLines(file);
        this.places = new CaliPlaces(file.path().toString(), nodes, draft);
    }

    public static void read(ProfileDraft draft, MappedFile file) {
        draft.startFile(file.path().toString());
        new CaliReader(draft, file).read();
    }

    private void read() {
        while (lines.next()) {
            if (lines.isTooLong()) lost("a line is too long for a record");
            else if (lines.end() > lines.start()) line();
        }
        if (lines.end() > lines.start())
            draft.log.lost(
                    "the last line is cut off",
                    "%s line %d".formatted(file.path(), lines.number() + 1));
        if (records == 0)
            throw file.malformed(0, "Caliper records that start with \"__rec=\"", "none");
    }

    private void line() {
        byte[] bytes = lines.bytes();
        int start = lines.start();
        int end = lines.end();
        fields.startLine(bytes, start, end);
        if (CaliLayout.startsWith(bytes, start, end, CaliLayout.NODE)) node();
        else if (CaliLayout.startsWith(bytes, start, end, CaliLayout.SNAPSHOT)) snapshot();
        else if (CaliLayout.startsWith(bytes, start, end, CaliLayout.GLOBALS)) globals();
        else {
            lost("a line is not a known kind of record");
            return;
        }
        records++;
    }

    private void lost(String reason) {
        draft.log.lost(reason, place());
    }

    private String place() {
        return "%s line %d".formatted(file.path(), lines.number());
    }

    private void node() {
        long id = -1;
        long attributeId = -1;
        long parentId = -1;
        boolean hasParent = false;
        String text = "";
        int met = 0;
        boolean twice = false;
        while (fields.nextField()) {
            int from = fields.items();
            int to = fields.fieldEnd();
            int field = 0;
            if (fields.isCalled(CaliLayout.ID)) {
                field = 1;
                id = fields.number(from, to);
            } else if (fields.isCalled(CaliLayout.ATTRIBUTE)) {
                field = 2;
                attributeId = fields.number(from, to);
            } else if (fields.isCalled(CaliLayout.PARENT)) {
                field = 4;
                hasParent = true;
                parentId = fields.number(from, to);
            } else if (fields.isCalled(CaliLayout.DATA)) {
                field = 8;
                if (fields.isTooLong(from, to)) id = -1;
                else text = fields.text(from, to);
            }
            twice |= (met & field) != 0;
            met |= field;
        }
        if (twice) lost("skipped a node with a duplicate field");
        else define(id, attributeId, text, hasParent, parentId);
    }

    private void define(long id, long attributeId, String text, boolean hasParent, long parentId) {
        int attribute = nodes.at(attributeId);
        int parent = hasParent ? nodes.at(parentId) : CaliNodes.NONE;
        if (id < 0) lost("a node has no id, or a string that is too long");
        else if (attribute == CaliNodes.NONE || !nodes.isAttribute(attribute))
            lost("a node uses an attribute that is not defined before it");
        else if (hasParent && parent == CaliNodes.NONE)
            lost("a node has a parent that is not defined before it");
        else if (!nodes.define(id, attribute, text, parent))
            draft.log.note("a node id is redefined; later records refer to the new node", place());
    }

    /// False if a list is there twice.
    private boolean findLists() {
        references = referencesEnd = attributes = attributesEnd = data = dataEnd = 0;
        boolean once = true;
        while (fields.nextField()) {
            if (fields.isCalled(CaliLayout.REFERENCE)) {
                once &= referencesEnd == 0;
                references = fields.items();
                referencesEnd = fields.fieldEnd();
            } else if (fields.isCalled(CaliLayout.ATTRIBUTE)) {
                once &= attributesEnd == 0;
                attributes = fields.items();
                attributesEnd = fields.fieldEnd();
            } else if (fields.isCalled(CaliLayout.DATA)) {
                once &= dataEnd == 0;
                data = fields.items();
                dataEnd = fields.fieldEnd() + 1; // an empty value at the end is one too
            }
        }
        return once;
    }

    private void snapshot() {
        if (!findLists()) {
            lost("skipped a record with a duplicate field");
            return;
        }
        int place = referencedPlace();
        if (place < 0) {
            lost("a record refers to a node that is not defined before it");
            return;
        }
        draft.startRecord();
        keysAreKnown = true;
        Place said = places.place(place);
        for (Place.Fact fact = said.facts(); fact != null; fact = fact.before())
            if (fact.attribute().role() == CaliperAttribute.Role.CONTEXT)
                draft.about(fact.attribute(), fact.text());
            else if (Place.isKey(fact.attribute())) key(fact.attribute(), number(fact.text()));
        valuesTell = false;
        Place whole = values(said);
        if (!keysAreKnown) return; // whose values these are is not known
        draft.endRecord(valuesTell ? whole.target(draft, said.factCount()) : places.target(place));
    }

    /// The place that the references lead to, or -1 if one is unknown.
    private int referencedPlace() {
        int place = CaliPlaces.EMPTY;
        for (int at = references; at < referencesEnd; ) {
            int end = fields.itemEnd(at, referencesEnd);
            int node = nodes.at(fields.number(at, end));
            if (node == CaliNodes.NONE) return -1;
            place = places.with(place, node);
            at = end + 1;
        }
        return place;
    }

    /// Reads the attributes and the data that belong to them.
    ///
    /// @return the place, with what texts among the data add to it
    private Place values(Place said) {
        Place whole = said;
        int value = data;
        for (int at = attributes; at < attributesEnd; ) {
            int end = fields.itemEnd(at, attributesEnd);
            if (value >= dataEnd) {
                lost("a record has fewer values than attributes");
                return whole;
            }
            int valueEnd = fields.itemEnd(value, dataEnd - 1);
            int node = nodes.at(fields.number(at, end));
            if (node == CaliNodes.NONE || !nodes.isAttribute(node))
                lost("a value uses an attribute that is not defined before it");
            else whole = value(whole, node, value, valueEnd);
            value = valueEnd + 1;
            at = end + 1;
        }
        if (value < dataEnd && attributesEnd > attributes)
            lost("a record has more values than attributes");
        return whole;
    }

    private Place value(Place whole, int node, int from, int to) {
        CaliperAttribute attribute = nodes.attribute(node);
        switch (attribute.role()) {
            case VALUE -> {
                if (numbers.scan(lines.bytes(), from) == to) measured(node, attribute);
                else lost("a value is not a number");
            }
            case RANK, THREAD, STREAM, REPETITION, ITERATION, SNAPSHOT -> {
                boolean isNumber = numbers.scan(lines.bytes(), from) == to;
                key(attribute, isNumber ? numbers.value() : Double.NaN);
            }
            case CONTEXT -> {
                if (fields.isTooLong(from, to)) lost("a string is too long");
                else draft.about(attribute, fields.text(from, to));
            }
            case PATH, KERNEL, ACTIVITY, COPY, SOURCE_LINE, TEXT -> {
                return text(whole, attribute, from, to);
            }
            case RUN, IGNORED -> {}
        }
        return whole;
    }

    private Place text(Place whole, CaliperAttribute attribute, int from, int to) {
        if (fields.isTooLong(from, to)) lost("a string is too long");
        else if (attribute.type() == CaliperAttribute.Type.USR)
            lost("a value is a blob, which Caliper does not write in a readable form");
        else {
            valuesTell = true;
            String text = fields.text(from, to);
            return attribute.isNested()
                    ? whole.on(draft.child(whole.path(), CaliperFrames.of(attribute.name(), text)))
                    : whole.with(attribute, text);
        }
        return whole;
    }

    private void measured(int node, CaliperAttribute attribute) {
        columnOfAttribute.padTo(node + 1, -1);
        if (columnOfAttribute.at(node) < 0) columnOfAttribute.set(node, draft.column(attribute));
        draft.table.set(columnOfAttribute.at(node), numbers.value());
    }

    private void key(CaliperAttribute attribute, double number) {
        if (draft.key(attribute, number, place)) return;
        lost("a record has a '%s' that is not a non-negative integer".formatted(attribute.name()));
        keysAreKnown = false;
    }

    private static double number(String text) {
        try {
            return FiniteDecimal.parse(text);
        } catch (NumberFormatException notANumber) {
            return Double.NaN;
        }
    }

    private void globals() {
        if (!findLists()) {
            lost("skipped a record with a duplicate field");
            return;
        }
        for (int at = references; at < referencesEnd; ) {
            int end = fields.itemEnd(at, referencesEnd);
            int node = nodes.at(fields.number(at, end));
            if (node == CaliNodes.NONE)
                lost("a record refers to a node that is not defined before it");
            else globalsOf(node);
            at = end + 1;
        }
        int value = data;
        for (int at = attributes; at < attributesEnd && value < dataEnd; ) {
            int end = fields.itemEnd(at, attributesEnd);
            int valueEnd = fields.itemEnd(value, dataEnd - 1);
            int node = nodes.at(fields.number(at, end));
            if (node != CaliNodes.NONE && nodes.isAttribute(node))
                fact(nodes.attribute(node), fields.text(value, valueEnd));
            value = valueEnd + 1;
            at = end + 1;
        }
    }

    /// All facts of a branch, outermost first; branches share their upper nodes.
    private void globalsOf(int leaf) {
        List<Integer> branch = new ArrayList<>();
        for (int node = leaf;
                node != CaliNodes.NONE && !globalsSeen.get(node);
                node = nodes.parent(node)) {
            globalsSeen.set(node);
            branch.add(node);
        }
        for (int node : branch.reversed())
            if (!nodes.isAttribute(node)) fact(nodes.attributeOf(node), nodes.data(node));
    }

    private void fact(CaliperAttribute attribute, String text) {
        if (attribute.role() != CaliperAttribute.Role.RUN) return;
        draft.facts.add(attribute.name(), TypedMetadata.of(attribute.type(), text));
    }
}
