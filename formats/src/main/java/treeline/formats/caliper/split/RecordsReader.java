package treeline.formats.caliper.split;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import treeline.formats.caliper.records.CaliperAttribute;
import treeline.formats.caliper.records.CaliperFrames;
import treeline.formats.caliper.records.CaliperProfileBuilder;
import treeline.formats.caliper.records.Place;
import treeline.formats.caliper.records.ProfileDraft;
import treeline.formats.reading.SegmentStream;
import treeline.formats.reading.Utf8Stream;
import treeline.model.Metadata.Value;
import treeline.source.LoadedSource;
import treeline.source.files.FiniteDecimal;
import treeline.source.files.MappedFile;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Reads Caliper's `json`: an object a record, call paths as texts with slashes. Units, facts of
/// the run and the kinds of regions are not in such files.
public final class RecordsReader {
    private static final String TOO_LARGE =
            "a record has a number that exceeds the range of a double";

    private static final Pattern NUMBER =
            Pattern.compile("[-+]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?");

    private final String name;
    private final ProfileDraft draft;
    private final Map<String, CaliperAttribute> attributes;
    private final Map<String, Integer> nodeOfPath = new HashMap<>();
    private final Supplier<String> place = this::place;
    private final String wantedChannel;
    private long records;

    // The record that is being read.
    private int path;
    private String channel = "";
    private Place facts = Place.NOWHERE;
    private final Map<String, String> nested = new LinkedHashMap<>();

    /// @param name of the file or run, for messages
    /// @param known what is said elsewhere of the attributes of numbers
    /// @param wantedChannel whose records are read, those of all if it is empty
    public RecordsReader(String name, Map<String, CaliperAttribute> known, String wantedChannel) {
        this.name = name;
        this.wantedChannel = wantedChannel;
        this.draft = new ProfileDraft(name, 0);
        this.attributes = new HashMap<>(known);
        draft.startFile(name);
    }

    public static LoadedSource read(MappedFile file) {
        var reader = new RecordsReader(file.path().toString(), Map.of(), "");
        reader.readAll(file);
        return reader.source();
    }

    public LoadedSource source() {
        return CaliperProfileBuilder.source(draft, name);
    }

    /// A fact of the run.
    public void fact(String key, Value value) {
        draft.facts.add(key, value);
    }

    private void readAll(MappedFile file) {
        var text = new Utf8Stream(new SegmentStream(file.bytes()));
        try (JsonParser parser = CaliperJson.parser(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.START_OBJECT) record(parser);
                else if (token != JsonToken.START_ARRAY && token != JsonToken.END_ARRAY)
                    throw file.malformed(
                            text.offsetInFile(parser.currentTokenLocation().getByteOffset()),
                            "a record",
                            String.valueOf(token));
            }
        } catch (JacksonException broken) {
            long offset = text.offsetInFile(CaliperJson.offset(broken));
            if (draft.table.rows() == 0)
                throw file.malformed(
                        offset, "records as JSON objects", CaliperJson.firstLine(broken));
            draft.log.lost(
                    "the file cannot be read to its end",
                    "%s at byte %d".formatted(file.path(), offset));
        }
        text.note(draft.log, file.path().toString());
    }

    /// Reads the object that the parser is at.
    public void record(JsonParser parser) {
        draft.startRecord();
        path = ProfileDraft.NO_PATH;
        channel = wantedChannel;
        facts = Place.NOWHERE;
        nested.clear();
        String lost = "";
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            String problem = value(parser, name);
            if (!problem.isEmpty()) lost = problem;
        }
        records++;
        if (!channel.equals(wantedChannel)) leaveOut(channel);
        else if (lost.isEmpty()) draft.endRecord(target());
        else draft.log.lost(lost, place());
    }

    /// A record of another channel: its values are not those of the whole run.
    public void leaveOut(String otherChannel) {
        draft.log.note("records of the channel '%s' are ignored".formatted(otherChannel), place());
    }

    /// @return what is wrong with the record, empty if nothing is
    private String value(JsonParser parser, String name) {
        switch (parser.nextToken()) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                double value = parser.getDoubleValue();
                return FiniteDecimal.isTooLarge(value, parser.getString())
                        ? TOO_LARGE
                        : number(name, value);
            }
            case VALUE_STRING -> {
                return text(name, parser.getString());
            }
            case VALUE_TRUE -> text(name, "true");
            case VALUE_FALSE -> text(name, "false");
            default -> parser.skipChildren();
        }
        return "";
    }

    private String number(String name, double value) {
        CaliperAttribute attribute = attributes.computeIfAbsent(name, RecordsReader::numeric);
        if (attribute.role() == CaliperAttribute.Role.VALUE) {
            draft.table.set(draft.column(attribute), value);
            return "";
        }
        boolean known = draft.key(attribute, value, place);
        return known
                ? ""
                : "a record has a '%s' that is not a non-negative integer".formatted(name);
    }

    private static CaliperAttribute numeric(String name) {
        return CaliperAttribute.ofColumn(name, true, "", "");
    }

    private String text(String name, String text) {
        if (name.equals(CaliperJson.PATH))
            path = node(text, CaliperJson.PATH, ProfileDraft.NO_PATH);
        else if (name.equals(CaliperJson.CHANNEL) && !wantedChannel.isEmpty()) channel = text;
        else if (CaliperJson.NESTED.contains(name)) nested.put(name, text);
        else if (NUMBER.matcher(text).matches()) {
            double value = Double.parseDouble(text);
            return FiniteDecimal.isTooLarge(value, text) ? TOO_LARGE : number(name, value);
        } else fact(CaliperAttribute.ofColumn(name, false, "", ""), text);
        return "";
    }

    private void fact(CaliperAttribute attribute, String text) {
        if (attribute.role() == CaliperAttribute.Role.CONTEXT) draft.about(attribute, text);
        else facts = facts.with(attribute, text);
    }

    private int node(String names, String attribute, int above) {
        if (above == ProfileDraft.NO_PATH && attribute.equals(CaliperJson.PATH)) {
            Integer known = nodeOfPath.get(names);
            if (known != null) return known;
        }
        int node = above;
        for (String name : names.split("/", -1))
            node = draft.child(node, CaliperFrames.of(attribute, name));
        if (above == ProfileDraft.NO_PATH && attribute.equals(CaliperJson.PATH))
            nodeOfPath.put(names, node);
        return node;
    }

    private int target() {
        int at = path == ProfileDraft.NO_PATH ? nestedPath() : path;
        return facts.isBare() ? at : facts.on(at).target(draft, 0);
    }

    /// Files of older versions have a path an attribute, and not how they lie within each other.
    private int nestedPath() {
        int node = ProfileDraft.NO_PATH;
        int levels = 0;
        for (String attribute : CaliperJson.NESTED) {
            @Nullable String names = nested.get(attribute);
            if (names == null) continue;
            node = node(names, attribute, node);
            levels++;
        }
        if (levels > 1)
            draft.log.note(
                    "the file does not specify how '%s' are nested"
                            .formatted(String.join("', '", nested.keySet())),
                    place());
        return node;
    }

    private String place() {
        return "%s record %d".formatted(name, records);
    }
}
