package treeline.formats.reading;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

import java.io.ByteArrayInputStream;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// The first fields of a JSON file, for format detection. `fields` are those of the outermost
/// object (or of the first one in the outermost array) within the first bytes, `firstFields` those
/// of the object in the first of them.
public record JsonShape(boolean inArray, Set<String> fields, Set<String> firstFields) {
    private static final JsonShape NONE = new JsonShape(false, Set.of(), Set.of());

    public static JsonShape of(byte[] prefix) {
        if (!startsLikeJson(prefix)) return NONE;
        Set<String> fields = new LinkedHashSet<>();
        Set<String> firstFields = new LinkedHashSet<>();
        boolean inArray = false;
        try (JsonParser parser = parser(prefix)) {
            inArray = parser.nextToken() == JsonToken.START_ARRAY;
            if (inArray) parser.nextToken();
            if (parser.currentToken() == JsonToken.START_OBJECT)
                collect(parser, fields, firstFields);
        } catch (JacksonException cut) {
            // the first bytes end somewhere: what was seen counts
        }
        return new JsonShape(inArray, fields, firstFields);
    }

    /// The texts and numbers of an object in the outermost one, as far as the first bytes show.
    public static Map<String, String> scalarsOf(byte[] prefix, String object) {
        Map<String, String> scalars = new LinkedHashMap<>();
        if (!startsLikeJson(prefix)) return scalars;
        try (JsonParser parser = parser(prefix)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) collect(parser, object, scalars);
        } catch (JacksonException cut) {
            // the first bytes end somewhere: what was seen counts
        }
        return scalars;
    }

    private static void collect(JsonParser parser, String object, Map<String, String> scalars) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean wanted = parser.currentName().equals(object);
            if (parser.nextToken() != JsonToken.START_OBJECT || !wanted) {
                parser.skipChildren();
                continue;
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                if (parser.nextToken().isScalarValue()) scalars.put(name, parser.getString());
                else parser.skipChildren();
            }
        }
    }

    private static void collect(JsonParser parser, Set<String> fields, Set<String> firstFields) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            fields.add(parser.currentName());
            if (parser.nextToken() == JsonToken.START_OBJECT && fields.size() == 1)
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    firstFields.add(parser.currentName());
                    parser.nextToken();
                    parser.skipChildren();
                }
            else parser.skipChildren();
        }
    }

    private static JsonParser parser(byte[] prefix) {
        return JsonCursor.FACTORY.createParser(
                ObjectReadContext.empty(), new Utf8Stream(new ByteArrayInputStream(prefix)));
    }

    private static boolean startsLikeJson(byte[] prefix) {
        for (byte each : prefix) {
            if (each == '{' || each == '[') return true;
            if (each != ' ' && each != '\t' && each != '\r' && each != '\n') return false;
        }
        return false;
    }
}
