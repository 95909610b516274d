package treeline.formats.hpctoolkit;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An oracle's answers as maps, lists, texts and numbers.
final class OracleJson {
    private OracleJson() {}

    @SuppressWarnings("unchecked")
    static Map<String, Object> read(Path file) {
        try (JsonParser in =
                JsonFactory.builder().build().createParser(ObjectReadContext.empty(), file)) {
            in.nextToken();
            return (Map<String, Object>) value(in);
        }
    }

    private static Object value(JsonParser in) {
        return switch (in.currentToken()) {
            case START_OBJECT -> object(in);
            case START_ARRAY -> array(in);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> in.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> "";
            default -> in.getString();
        };
    }

    private static Map<String, Object> object(JsonParser in) {
        Map<String, Object> object = new LinkedHashMap<>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            in.nextToken();
            object.put(name, value(in));
        }
        return object;
    }

    private static List<Object> array(JsonParser in) {
        List<Object> array = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) array.add(value(in));
        return array;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object from, String key) {
        return (Map<String, Object>) ((Map<String, Object>) from).getOrDefault(key, Map.of());
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object from, String key) {
        return (List<Object>) ((Map<String, Object>) from).getOrDefault(key, List.of());
    }

    @SuppressWarnings("unchecked")
    static double number(Object from, String key) {
        return (Double) ((Map<String, Object>) from).getOrDefault(key, Double.NaN);
    }

    @SuppressWarnings("unchecked")
    static String text(Object from, String key) {
        return (String) ((Map<String, Object>) from).getOrDefault(key, "");
    }
}
