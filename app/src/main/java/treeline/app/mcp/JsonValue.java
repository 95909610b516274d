package treeline.app.mcp;

import treeline.table.JsonWriter;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A JSON value in memory: a message, or the part of an answer that is sent. Numbers keep the
/// digits that they were written with.
sealed interface JsonValue {

    record Text(String text) implements JsonValue {}

    record Numeral(String digits) implements JsonValue {}

    record Flag(boolean isSet) implements JsonValue {}

    record Nothing() implements JsonValue {
        static final Nothing NOTHING = new Nothing();
    }

    record Items(List<JsonValue> all) implements JsonValue {
        public Items {
            all = List.copyOf(all);
        }
    }

    /// An object; its fields keep their order.
    record Fields(Map<String, JsonValue> all) implements JsonValue {
        static final Fields EMPTY = new Fields(Map.of());

        public Fields {
            all = Collections.unmodifiableMap(new LinkedHashMap<>(all));
        }

        Optional<JsonValue> get(String name) {
            return Optional.ofNullable(all.get(name));
        }

        /// The string of a field; empty if the field is missing or not a string.
        Optional<String> text(String name) {
            return get(name).filter(Text.class::isInstance).map(each -> ((Text) each).text);
        }

        Fields with(String name, JsonValue value) {
            Map<String, JsonValue> more = new LinkedHashMap<>(all);
            more.put(name, value);
            return new Fields(more);
        }

        Fields with(String name, String text) {
            return with(name, new Text(text));
        }

        Fields with(String name, long number) {
            return with(name, new Numeral(Long.toString(number)));
        }

        Fields with(String name, boolean flag) {
            return with(name, new Flag(flag));
        }
    }

    static Items texts(List<String> texts) {
        return new Items(texts.stream().<JsonValue>map(Text::new).toList());
    }

    /// On one line, as messages must be.
    default String written() {
        var out = new StringBuilder();
        writeTo(out);
        return out.toString();
    }

    private void writeTo(StringBuilder out) {
        switch (this) {
            case Text(String text) -> out.append(JsonWriter.quoted(text));
            case Numeral(String digits) -> out.append(digits);
            case Flag(boolean isSet) -> out.append(isSet);
            case Nothing _ -> out.append("null");
            case Items(List<JsonValue> all) -> {
                String separator = "[";
                for (JsonValue item : all) {
                    out.append(separator);
                    item.writeTo(out);
                    separator = ",";
                }
                out.append(all.isEmpty() ? "[]" : "]");
            }
            case Fields(Map<String, JsonValue> all) -> {
                String separator = "{";
                for (Map.Entry<String, JsonValue> field : all.entrySet()) {
                    out.append(separator).append(JsonWriter.quoted(field.getKey())).append(':');
                    field.getValue().writeTo(out);
                    separator = ",";
                }
                out.append(all.isEmpty() ? "{}" : "}");
            }
        }
    }
}
