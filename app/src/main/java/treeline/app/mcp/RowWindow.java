package treeline.app.mcp;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.async.ByteArrayFeeder;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a command writes with `--json`, read while it is written: the facts about its rows, and
/// some of the rows. Others are counted and forgotten, so that the call tree of a large run takes
/// no memory.
final class RowWindow extends OutputStream {
    private static final String ROWS = "rows";

    /// The levels of nesting of a field of the answer, and of a row.
    private static final int FIELD = 1;

    private static final int ROW = 2;

    private final long from;
    private final long end;
    private final JsonParser parser =
            JsonTree.FACTORY.createNonBlockingByteArrayParser(ObjectReadContext.empty());
    private final ByteArrayFeeder feeder = (ByteArrayFeeder) parser.nonBlockingInputFeeder();
    private final Map<String, Json> facts = new LinkedHashMap<>();
    private final List<Json.Fields> rows = new ArrayList<>();
    private long count;
    private int depth;
    private String field = "";
    private Optional<JsonTree> value = Optional.empty();

    /// Keeps `most` rows, the first of which has the number `from`, counted from 0.
    RowWindow(long from, long most) {
        this.from = from;
        this.end = from + most;
    }

    @Override
    public void write(int single) throws IOException {
        write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int at, int length) throws IOException {
        feeder.feedInput(bytes, at, at + length);
        for (JsonToken token = parser.nextToken();
                token != null && token != JsonToken.NOT_AVAILABLE;
                token = parser.nextToken()) take(token);
    }

    private void take(JsonToken token) {
        boolean closes = token.isStructEnd();
        if (closes) depth--;
        if (depth == FIELD && token == JsonToken.PROPERTY_NAME) field = parser.currentName();
        else if (value.isPresent()) value.get().add(token, parser).ifPresent(this::keep);
        else if (!closes && depth == FIELD && !isRows(token)) begin(token);
        else if (!closes && depth == ROW && field.equals(ROWS)) beginRow(token);
        if (token.isStructStart()) depth++;
    }

    private boolean isRows(JsonToken token) {
        return field.equals(ROWS) && token == JsonToken.START_ARRAY;
    }

    private void beginRow(JsonToken token) {
        if (count >= from && count < end) begin(token);
        count++;
    }

    private void begin(JsonToken token) {
        var tree = new JsonTree();
        value = Optional.of(tree);
        tree.add(token, parser).ifPresent(this::keep);
    }

    private void keep(Json whole) {
        value = Optional.empty();
        if (!field.equals(ROWS)) facts.put(field, whole);
        else if (whole instanceof Json.Fields row) rows.add(row);
    }

    /// All that is not rows.
    Json.Fields facts() {
        return new Json.Fields(facts);
    }

    List<Json.Fields> rows() {
        return List.copyOf(rows);
    }

    /// How many rows there are, also those that were not kept.
    long count() {
        return count;
    }
}
