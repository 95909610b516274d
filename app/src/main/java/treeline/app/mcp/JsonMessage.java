package treeline.app.mcp;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Parses the JSON of a message.
final class JsonMessage {
    private static final int MAX_DEPTH = 100;

    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                    .build();

    /// A message with two values for one name is ambiguous.
    private static final JsonFactory STRICT =
            FACTORY.rebuild().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    private JsonMessage() {}

    /// The value of a string that contains one JSON value.
    static JsonValue read(String text) throws ProtocolError {
        try (JsonParser parser = STRICT.createParser(ObjectReadContext.empty(), text)) {
            JsonToken first = parser.nextToken();
            if (first == null)
                throw new ProtocolError(ProtocolError.NOT_JSON, "expected a message");
            JsonValue whole = value(first, parser);
            if (parser.nextToken() != null)
                throw new ProtocolError(ProtocolError.NOT_JSON, "expected one message per line");
            return whole;
        } catch (JacksonException bad) {
            throw new ProtocolError(
                    ProtocolError.NOT_JSON, "expected JSON: " + bad.getOriginalMessage());
        }
    }

    /// The value that starts with a token. Its depth is limited, so recursion is safe.
    private static JsonValue value(JsonToken token, JsonParser parser) throws JacksonException {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> new JsonValue.Text(parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonValue.Numeral(parser.getString());
            case VALUE_TRUE -> new JsonValue.Flag(true);
            case VALUE_FALSE -> new JsonValue.Flag(false);
            case VALUE_NULL -> JsonValue.Nothing.NOTHING;
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                    throw new IllegalStateException("unexpected token " + token);
        };
    }

    private static JsonValue object(JsonParser parser) throws JacksonException {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            fields.put(name, value(parser.nextToken(), parser));
        }
        return new JsonValue.Fields(fields);
    }

    private static JsonValue array(JsonParser parser) throws JacksonException {
        List<JsonValue> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken();
                token != JsonToken.END_ARRAY;
                token = parser.nextToken()) items.add(value(token, parser));
        return new JsonValue.Items(items);
    }
}
