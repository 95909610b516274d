package treeline.formats.hpctoolkit.metrics;

import java.util.List;
import java.util.Map;

/// A value of a YAML file, as far as HPCToolkit's metric taxonomies use it.
sealed interface Yaml {
    record Text(String value) implements Yaml {}

    /// A reference to the value that carries this anchor.
    record Alias(String anchor) implements Yaml {}

    record Items(List<Yaml> items) implements Yaml {}

    record Fields(Map<String, Yaml> fields) implements Yaml {
        Yaml get(String name) {
            return fields.getOrDefault(name, ABSENT);
        }

        String text(String name) {
            return get(name) instanceof Text(String value) ? value : "";
        }

        List<Yaml> items(String name) {
            return get(name) instanceof Items(List<Yaml> items) ? items : List.of();
        }

        Fields fields(String name) {
            return get(name) instanceof Fields fields ? fields : NONE;
        }
    }

    Yaml ABSENT = new Text("");
    Fields NONE = new Fields(Map.of());
}
