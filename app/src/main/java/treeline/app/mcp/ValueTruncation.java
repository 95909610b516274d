package treeline.app.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Truncates a JSON value: long strings are cut in the middle, because both ends of a call path
/// matter, and long lists at the end. Omitted items are counted.
final class ValueTruncation {
    private static final int SHORT_TEXT = 80;
    private static final String ELLIPSIS = "…";

    /// Sentences are not shortened like names, because a number in the middle may be the point.
    private static final String SENTENCE = "statements.text";

    /// Longer sentences list all metadata of the runs.
    private static final int MAX_SENTENCE_LENGTH = 1_000;

    private final Size size;
    private final UnaryOperator<String> named;
    private final Map<String, Integer> leftOut = new LinkedHashMap<>();
    private int textsCut;

    /// The maximum size of a value.
    ///
    /// @param width characters of a string
    /// @param items of a list
    /// @param fields of an object
    record Size(int width, int items, int fields) {
        private static final int MIN_WIDTH = 24;

        /// Shorter strings and lists; fewer fields only if strings and lists are at their minimum.
        Size smaller() {
            boolean isSmallest = width <= MIN_WIDTH && items <= 1;
            return new Size(
                    Math.max(MIN_WIDTH, width / 2),
                    Math.max(1, items / 2),
                    isSmallest ? Math.max(1, fields / 2) : fields);
        }
    }

    /// @param named replaces paths in strings by names
    ValueTruncation(Size size, UnaryOperator<String> named) {
        this.size = size;
        this.named = named;
    }

    /// @param place the name under which omitted items are counted
    JsonValue.Fields of(JsonValue.Fields object, String place) {
        Map<String, JsonValue> first = new LinkedHashMap<>();
        object.all().entrySet().stream()
                .limit(kept(object.all().size(), size.fields, place))
                .forEach(
                        field ->
                                first.put(
                                        cut(field.getKey()),
                                        of(field.getValue(), within(place, field.getKey()))));
        return new JsonValue.Fields(first);
    }

    private static String within(String place, String name) {
        return place.isEmpty() ? name : place + "." + name;
    }

    private JsonValue of(JsonValue value, String place) {
        return switch (value) {
            case JsonValue.Text(String text) when place.equals(SENTENCE) ->
                    new JsonValue.Text(cut(named.apply(text), MAX_SENTENCE_LENGTH));
            case JsonValue.Text(String text) -> new JsonValue.Text(cut(named.apply(text)));
            case JsonValue.Items(List<JsonValue> all) -> {
                List<JsonValue> first = new ArrayList<>();
                for (JsonValue item : all.subList(0, kept(all.size(), size.items, place)))
                    first.add(of(item, place));
                yield new JsonValue.Items(first);
            }
            case JsonValue.Fields object -> of(object, place);
            case JsonValue.Numeral _, JsonValue.Flag _, JsonValue.Nothing _ -> value;
        };
    }

    private int kept(int all, int most, String place) {
        if (all > most) leftOut.merge(cut(place, SHORT_TEXT), all - most, Integer::sum);
        return Math.min(all, most);
    }

    private String cut(String text) {
        if (text.length() <= size.width) return text;
        textsCut++;
        return cut(text, size.width);
    }

    /// The number of omitted items by place: `slow`, `rows.metadata`.
    JsonValue.Fields leftOut() {
        JsonValue.Fields counts = JsonValue.Fields.EMPTY;
        for (Map.Entry<String, Integer> each : leftOut.entrySet())
            counts = counts.with(each.getKey(), each.getValue());
        return counts;
    }

    int textsCut() {
        return textsCut;
    }

    /// A name for a message.
    static String shortened(String text) {
        return cut(text, SHORT_TEXT);
    }

    /// A string of at most `width` characters that splits no surrogate pair.
    static String cut(String text, int width) {
        if (text.length() <= width) return text;
        int head = (width - 1) / 2;
        int tail = text.length() - (width - 1 - head);
        if (Character.isHighSurrogate(text.charAt(head - 1))) head--;
        if (Character.isLowSurrogate(text.charAt(tail))) tail++;
        return text.substring(0, head) + ELLIPSIS + text.substring(tail);
    }
}
