package treeline.formats.oracle;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// An oracle's answers by name; what is absent is empty, and a number that is absent NaN.
public final class OracleJson {
    private OracleJson() {}

    public static Map<String, Object> read(Path file) {
        return JsonTree.map(JsonTree.read(file));
    }

    public static Map<String, Object> map(Object from, String key) {
        return JsonTree.map(JsonTree.map(from).getOrDefault(key, Map.of()));
    }

    public static List<Object> list(Object from, String key) {
        return JsonTree.list(JsonTree.map(from).getOrDefault(key, List.of()));
    }

    public static double number(Object from, String key) {
        return (Double) JsonTree.map(from).getOrDefault(key, Double.NaN);
    }

    public static String text(Object from, String key) {
        String text = (String) JsonTree.map(from).getOrDefault(key, "");
        return text.equals("null") ? "" : text;
    }
}
