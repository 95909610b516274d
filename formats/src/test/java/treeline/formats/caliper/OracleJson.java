package treeline.formats.caliper;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What other programs computed, as maps and lists; apart from our readers, so that one does not
/// check itself.
public final class OracleJson {
    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

    private OracleJson() {}

    public static Map<String, Object> object(Path file) throws IOException {
        return map(parse(file));
    }

    static Object parse(Path file) throws IOException {
        try (JsonParser parser =
                FACTORY.createParser(ObjectReadContext.empty(), Files.readAllBytes(file))) {
            parser.nextToken();
            Object value = value(parser);
            if (value == null) throw new IOException(file + " is null");
            return value;
        }
    }

    private static @Nullable Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    String key = parser.currentName();
                    parser.nextToken();
                    Object value = value(parser);
                    if (value != null) map.put(key, value);
                }
                yield map;
            }
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) list.add(value(parser));
                yield list;
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_STRING -> parser.getString();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    @SuppressWarnings("unchecked")
    public // the files are what their README says
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    public static List<Object> list(Object value) {
        return (List<Object>) value;
    }
}
