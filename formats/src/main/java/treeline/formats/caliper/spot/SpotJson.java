package treeline.formats.caliper.spot;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import treeline.formats.caliper.records.CaliperAttribute;
import treeline.formats.caliper.records.TypedMetadata;
import treeline.formats.caliper.split.CaliperJson;
import treeline.formats.caliper.split.RecordsReader;
import treeline.formats.reading.Utf8Stream;
import treeline.model.Metadata.Value;
import treeline.source.LoadedSource;
import treeline.source.files.MalformedProfileException;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Reads the JSON of a run in a Spot database: records like those of Caliper's `json`, and run
/// metadata.
final class SpotJson {
    /// The channel of the call tree; others have the time of blocks of iterations or messages.
    private static final String PROFILE = "regionprofile";

    private final String name;
    private final RecordsReader records;

    /// @param name of the run, for messages
    SpotJson(String name, Map<String, CaliperAttribute> metrics) {
        this.name = name;
        this.records = new RecordsReader(name, metrics, PROFILE);
    }

    LoadedSource source() {
        return records.source();
    }

    /// An object of facts, as Spot's own tables have it. All of them are texts.
    void globals(byte @Nullable [] json) {
        readFields(name, json, (key, parser) -> fact(parser, key, records::fact));
    }

    /// A list of records, as Spot's own tables have it.
    void records(byte @Nullable [] json) {
        read(name, json, this::list);
    }

    /// A run as a record of Sina: its facts in `data`, its records by channel in `user_defined`.
    void record(byte @Nullable [] json) {
        List<String> channels = new ArrayList<>();
        readFields(
                name,
                json,
                (key, parser) -> {
                    switch (key) {
                        case "data" -> data(name, parser, records::fact);
                        case "user_defined" -> channels(parser, channels);
                        default -> parser.skipChildren();
                    }
                });
        if (!channels.isEmpty())
            records.fact("spot.channels", new Value.Text(String.join(",", channels)));
    }

    private void channels(JsonParser parser, List<String> met) {
        fields(
                name,
                parser,
                channel -> {
                    met.add(channel);
                    if (channel.equals(PROFILE)) list(parser);
                    else {
                        parser.skipChildren();
                        records.leaveOut(channel);
                    }
                });
    }

    private void list(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_ARRAY) throw other(name, "a list of records");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() != JsonToken.START_OBJECT) throw other(name, "a record");
            records.record(parser);
        }
    }

    /// What is known of an attribute that is a record of Sina.
    ///
    /// @param name of the attribute, for messages
    static Map<String, String> attribute(String name, byte @Nullable [] json) {
        Map<String, String> facts = new HashMap<>();
        readFields(
                name,
                json,
                (key, parser) -> {
                    if (!key.equals("data")) parser.skipChildren();
                    else data(name, parser, (fact, value) -> facts.put(fact, value.toString()));
                });
        return facts;
    }

    /// Sina's facts: `{"problem_size": {"value": 30, "tags": []}}`.
    private static void data(String name, JsonParser parser, BiConsumer<String, Value> facts) {
        fields(
                name,
                parser,
                key ->
                        fields(
                                name,
                                parser,
                                part -> {
                                    if (part.equals("value")) fact(parser, key, facts);
                                    else parser.skipChildren();
                                }));
    }

    private static void fact(JsonParser parser, String key, BiConsumer<String, Value> facts) {
        switch (parser.currentToken()) {
            case VALUE_STRING, VALUE_NUMBER_INT ->
                    facts.accept(key, TypedMetadata.ofText(parser.getString()));
            case VALUE_NUMBER_FLOAT -> facts.accept(key, new Value.Real(parser.getDoubleValue()));
            case VALUE_TRUE -> facts.accept(key, new Value.Flag(true));
            case VALUE_FALSE -> facts.accept(key, new Value.Flag(false));
            default -> parser.skipChildren();
        }
    }

    private static void readFields(
            String name, byte @Nullable [] json, BiConsumer<String, JsonParser> field) {
        read(name, json, parser -> fields(name, parser, key -> field.accept(key, parser)));
    }

    private static void fields(String name, JsonParser parser, Consumer<String> field) {
        if (parser.currentToken() != JsonToken.START_OBJECT) throw other(name, "an object");
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            field.accept(key);
        }
    }

    private static void read(String name, byte @Nullable [] json, Consumer<JsonParser> reading) {
        byte[] bytes = json == null ? new byte[0] : json;
        var text = new Utf8Stream(new ByteArrayInputStream(bytes));
        try (JsonParser parser = CaliperJson.parser(text)) {
            parser.nextToken();
            reading.accept(parser);
        } catch (JacksonException broken) {
            throw MalformedProfileException.of(
                    name, "Spot's run description as JSON", CaliperJson.firstLine(broken));
        }
    }

    private static MalformedProfileException other(String name, String expected) {
        return MalformedProfileException.of(name, expected + " in JSON", "something else");
    }
}
