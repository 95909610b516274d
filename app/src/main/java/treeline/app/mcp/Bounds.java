package treeline.app.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Makes a value small: long texts are cut in their middle, because both ends of a call path say
/// something, and long lists end early. What was left out is counted.
final class Bounds {
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

    /// How large a value may be.
    ///
    /// @param width characters of a text
    /// @param items of a list
    /// @param fields of an object
    record Size(int width, int items, int fields) {
        private static final int MIN_WIDTH = 24;

        /// Shorter texts and lists; fewer fields only where that is all that is left.
        Size smaller() {
            boolean isLeast = width <= MIN_WIDTH && items <= 1;
            return new Size(
                    Math.max(MIN_WIDTH, width / 2),
                    Math.max(1, items / 2),
                    isLeast ? Math.max(1, fields / 2) : fields);
        }
    }

    /// @param named what a text is called in an answer
    Bounds(Size size, UnaryOperator<String> named) {
        this.size = size;
        this.named = named;
    }

    /// @param place what it is called where it is counted
    Json.Fields of(Json.Fields object, String place) {
        Map<String, Json> first = new LinkedHashMap<>();
        object.all().entrySet().stream()
                .limit(kept(object.all().size(), size.fields, place))
                .forEach(
                        field ->
                                first.put(
                                        cut(field.getKey()),
                                        of(field.getValue(), within(place, field.getKey()))));
        return new Json.Fields(first);
    }

    private static String within(String place, String name) {
        return place.isEmpty() ? name : place + "." + name;
    }

    private Json of(Json value, String place) {
        return switch (value) {
            case Json.Text(String text) when place.equals(SENTENCE) ->
                    new Json.Text(cut(named.apply(text), MAX_SENTENCE_LENGTH));
            case Json.Text(String text) -> new Json.Text(cut(named.apply(text)));
            case Json.Items(List<Json> all) -> {
                List<Json> first = new ArrayList<>();
                for (Json item : all.subList(0, kept(all.size(), size.items, place)))
                    first.add(of(item, place));
                yield new Json.Items(first);
            }
            case Json.Fields object -> of(object, place);
            case Json.Numeral _, Json.Flag _, Json.Nothing _ -> value;
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

    /// How many items were left out, by where they were: `slow`, `rows.metadata`.
    Json.Fields leftOut() {
        Json.Fields counts = Json.Fields.EMPTY;
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

    /// A text of at most `width` characters, of which no half of a character is left.
    static String cut(String text, int width) {
        if (text.length() <= width) return text;
        int head = (width - 1) / 2;
        int tail = text.length() - (width - 1 - head);
        if (Character.isHighSurrogate(text.charAt(head - 1))) head--;
        if (Character.isLowSurrogate(text.charAt(tail))) tail++;
        return text.substring(0, head) + ELLIPSIS + text.substring(tail);
    }
}
