package treeline.app.mcp;

import treeline.table.JsonWriter;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Writes an answer as JSON values within bounds: the rows of a window, rounded real numbers,
/// strings cut in the middle, because both ends of a call path matter, and lists cut at the end.
/// What is omitted is counted and takes no memory, as the call tree of a large run would.
final class BoundedWriter extends JsonWriter {
    /// The place of strings that were cut.
    static final String STRINGS = "";

    private static final String ROWS = "rows";
    private static final String ELLIPSIS = "…";
    private static final int SHORT_TEXT = 80;

    /// Sentences are not shortened like names, because a number in the middle may be the point.
    private static final String SENTENCE = "statements.text";

    /// Longer sentences list all metadata of the runs.
    private static final int MAX_SENTENCE_LENGTH = 1_000;

    /// Measurements rarely have more digits, and assistants repeat every digit that they read.
    private static final MathContext DIGITS = new MathContext(4);

    /// Integers below keep all digits, because they may be counts.
    private static final double EXACT_BELOW = 1e6;

    /// Longer numbers are written with an exponent.
    private static final int MAX_DIGITS = 12;

    private final Bounds bounds;
    private final UnaryOperator<String> named;
    private final Deque<Level> open = new ArrayDeque<>();
    private final List<Bounded> rows = new ArrayList<>();
    private final Map<String, Integer> ofFacts = new LinkedHashMap<>();
    private Map<String, Integer> omitted = ofFacts;
    private String name = "";
    private long rowCount;

    /// The nesting depth inside an omitted item, 0 outside.
    private int inOmitted;

    /// What is written at most.
    ///
    /// @param from the first row, counted from 0
    /// @param rows the maximum number of rows
    /// @param width characters of a string
    /// @param items of a list
    /// @param fields of an object
    record Bounds(long from, long rows, int width, int items, int fields) {
        private static final int MIN_WIDTH = 24;

        /// Shorter strings and lists; fewer fields only if strings and lists are at their minimum.
        Bounds smaller() {
            boolean isSmallest = width <= MIN_WIDTH && items <= 1;
            return new Bounds(
                    from,
                    rows,
                    Math.max(MIN_WIDTH, width / 2),
                    Math.max(1, items / 2),
                    isSmallest ? Math.max(1, fields / 2) : fields);
        }
    }

    /// The facts, or a row.
    ///
    /// @param omitted the number of omitted items by place: `slow`, `rows.metadata`, [#STRINGS]
    record Bounded(JsonValue.Fields value, Map<String, Integer> omitted) {
        int length() {
            return value.written().length();
        }
    }

    /// An object or array that is not complete.
    ///
    /// @param name in the object around it
    /// @param place where its omitted items are counted
    /// @param content values by name, or by number in an array
    private record Level(
            String name,
            String place,
            boolean isObject,
            long from,
            long end,
            Map<String, JsonValue> content,
            AtomicLong count) {
        boolean isRows() {
            return !isObject && place.equals(ROWS);
        }

        JsonValue complete() {
            return isObject
                    ? new JsonValue.Fields(content)
                    : new JsonValue.Items(List.copyOf(content.values()));
        }
    }

    /// @param named replaces paths in strings by names
    BoundedWriter(Bounds bounds, UnaryOperator<String> named) {
        super(new StringBuilder());
        this.bounds = bounds;
        this.named = named;
        push("", true, 0, Long.MAX_VALUE);
    }

    /// The outermost object is the answer, which may get fields before and after it, too.
    @Override
    public JsonWriter object() {
        return open.size() == 1 && name.isEmpty() ? this : open(true, bounds.fields);
    }

    @Override
    public JsonWriter array() {
        if (open.size() > 1 || !name.equals(ROWS)) return open(false, bounds.items);
        omitted = new LinkedHashMap<>();
        return push(ROWS, false, bounds.from, bounds.from + bounds.rows);
    }

    private JsonWriter open(boolean isObject, long most) {
        if (inOmitted == 0 && isWanted()) return push(place(), isObject, 0, most);
        inOmitted++;
        return this;
    }

    private JsonWriter push(String place, boolean isObject, long from, long end) {
        var count = new AtomicLong();
        open.push(new Level(name, place, isObject, from, end, new LinkedHashMap<>(), count));
        name = "";
        return this;
    }

    /// Where the next value is; items of a list are where the list is.
    private String place() {
        Level level = open.getFirst();
        if (!level.isObject) return level.place;
        return level.place.isEmpty() ? name : level.place + "." + name;
    }

    @Override
    public JsonWriter end() {
        if (inOmitted > 0) inOmitted--;
        else if (open.size() > 1) end(open.pop());
        return this;
    }

    private void end(Level level) {
        long count = level.count.get();
        if (level.isRows()) {
            rowCount = count;
            omitted = ofFacts;
            return;
        }
        if (count > level.end) omit(level.place, (int) (count - level.end));
        put(level.name, level.complete());
    }

    private void omit(String place, int items) {
        omitted.merge(cut(place), items, Integer::sum);
    }

    @Override
    public JsonWriter name(String next) {
        name = next;
        return this;
    }

    @Override
    public JsonWriter nullValue() {
        return add(() -> JsonValue.Nothing.NOTHING);
    }

    @Override
    public JsonWriter value(String text) {
        return add(() -> new JsonValue.Text(fitted(text)));
    }

    @Override
    public JsonWriter value(boolean flag) {
        return add(() -> new JsonValue.Flag(flag));
    }

    @Override
    public JsonWriter value(long number) {
        return add(() -> new JsonValue.Numeral(Long.toString(number)));
    }

    @Override
    public JsonWriter value(double number) {
        return Double.isFinite(number)
                ? add(() -> new JsonValue.Numeral(rounded(number)))
                : nullValue();
    }

    private JsonWriter add(Supplier<JsonValue> value) {
        if (inOmitted == 0 && isWanted()) put(name, value.get());
        return this;
    }

    /// Counts an item of the open object or array; false if it is out of bounds.
    private boolean isWanted() {
        Level level = open.getFirst();
        long item = level.count.getAndIncrement();
        return item >= level.from && item < level.end;
    }

    private void put(String called, JsonValue value) {
        name = "";
        Level level = open.getFirst();
        if (level.isRows() && value instanceof JsonValue.Fields row) {
            rows.add(new Bounded(row, omitted));
            omitted = new LinkedHashMap<>();
        } else if (level.isObject) level.content.put(fitted(called, bounds.width), value);
        else level.content.put(level.count.toString(), value);
    }

    private String fitted(String text) {
        String shown = named.apply(text);
        return place().equals(SENTENCE)
                ? cut(ToolArgument.inText(shown), MAX_SENTENCE_LENGTH)
                : fitted(shown, bounds.width);
    }

    private String fitted(String text, int width) {
        if (text.length() > width) omit(STRINGS, 1);
        return cut(text, width);
    }

    /// Whether the facts have a field.
    boolean has(String field) {
        return open.getLast().content.containsKey(field);
    }

    Bounded facts() {
        return new Bounded(new JsonValue.Fields(open.getLast().content), ofFacts);
    }

    /// The rows of the window.
    List<Bounded> rows() {
        return List.copyOf(rows);
    }

    /// The number of all rows, including omitted ones.
    long rowCount() {
        return rowCount;
    }

    /// A real number with four significant digits.
    ///
    /// @param number a finite number
    static String rounded(double number) {
        if (number == Math.rint(number) && Math.abs(number) < EXACT_BELOW)
            return Long.toString((long) number);
        BigDecimal rounded = BigDecimal.valueOf(number).round(DIGITS).stripTrailingZeros();
        String plain = rounded.toPlainString();
        return plain.length() <= MAX_DIGITS ? plain : rounded.toString();
    }

    /// A name for a message.
    static String cut(String text) {
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
