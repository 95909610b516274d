package treeline.app.mcp;

import treeline.table.JsonWriter;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An answer as JSON values with a window of its rows, built by the calls that would write it as
/// text. Rows outside the window are counted and dropped, so that the call tree of a large run
/// takes no memory. Real numbers are rounded ([SignificantDigits]).
final class RowWindow extends JsonWriter {
    private static final String ROWS = "rows";

    private final long from;
    private final long end;
    private final Deque<Container> open = new ArrayDeque<>();
    private final Map<String, JsonValue> facts = new LinkedHashMap<>();
    private final List<JsonValue.Fields> rows = new ArrayList<>();
    private String name = "";
    private long count;

    /// The nesting depth inside a dropped row, 0 outside of dropped rows.
    private int dropped;

    /// An object or array that is not complete.
    private sealed interface Container {
        /// The name in the object around it.
        String name();

        JsonValue complete();
    }

    private record OpenFields(String name, Map<String, JsonValue> all) implements Container {
        @Override
        public JsonValue complete() {
            return new JsonValue.Fields(all);
        }
    }

    private record OpenItems(String name, List<JsonValue> all) implements Container {
        @Override
        public JsonValue complete() {
            return new JsonValue.Items(all);
        }
    }

    /// The answer itself, whose fields are facts and rows.
    private record Envelope(String name) implements Container {
        @Override
        public JsonValue complete() {
            return JsonValue.Fields.EMPTY;
        }
    }

    /// The array of rows.
    private record Rows(String name) implements Container {
        @Override
        public JsonValue complete() {
            return new JsonValue.Items(List.of());
        }
    }

    /// A window of `max` rows that starts at row `from`, counted from 0.
    RowWindow(long from, long max) {
        super(new StringBuilder());
        this.from = from;
        this.end = from + max;
    }

    @Override
    public JsonWriter object() {
        return open(
                open.isEmpty() ? new Envelope("") : new OpenFields(name, new LinkedHashMap<>()));
    }

    @Override
    public JsonWriter array() {
        boolean isRows = open.peek() instanceof Envelope && name.equals(ROWS);
        return open(isRows ? new Rows(name) : new OpenItems(name, new ArrayList<>()));
    }

    private JsonWriter open(Container container) {
        if (dropped > 0 || !isWanted()) dropped++;
        else open.push(container);
        return this;
    }

    @Override
    public JsonWriter end() {
        if (dropped > 0) {
            dropped--;
            return this;
        }
        Container ended = open.pop();
        if (!open.isEmpty() && !(ended instanceof Rows)) put(ended.name(), ended.complete());
        return this;
    }

    @Override
    public JsonWriter name(String next) {
        name = next;
        return this;
    }

    @Override
    public JsonWriter nullValue() {
        return add(JsonValue.Nothing.NOTHING);
    }

    @Override
    public JsonWriter value(String text) {
        return add(new JsonValue.Text(text));
    }

    @Override
    public JsonWriter value(boolean flag) {
        return add(new JsonValue.Flag(flag));
    }

    @Override
    public JsonWriter value(long number) {
        return add(new JsonValue.Numeral(Long.toString(number)));
    }

    @Override
    public JsonWriter value(double number) {
        return Double.isFinite(number)
                ? add(new JsonValue.Numeral(SignificantDigits.of(number)))
                : nullValue();
    }

    private JsonWriter add(JsonValue value) {
        if (dropped == 0 && isWanted()) put(name, value);
        return this;
    }

    /// Counts a value if it is a row; false if the row is outside the window.
    private boolean isWanted() {
        if (!(open.peek() instanceof Rows)) return true;
        long row = count++;
        return row >= from && row < end;
    }

    private void put(String called, JsonValue value) {
        switch (open.getFirst()) {
            case Envelope _ -> facts.put(called, value);
            case OpenFields object -> object.all().put(called, value);
            case OpenItems array -> array.all().add(value);
            case Rows _ -> {
                if (value instanceof JsonValue.Fields row) rows.add(row);
            }
        }
    }

    /// All fields except the rows.
    JsonValue.Fields facts() {
        return new JsonValue.Fields(facts);
    }

    List<JsonValue.Fields> rows() {
        return List.copyOf(rows);
    }

    /// The number of all rows, including dropped ones.
    long count() {
        return count;
    }
}
