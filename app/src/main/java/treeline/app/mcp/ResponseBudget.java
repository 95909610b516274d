package treeline.app.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Fits the answer of a tool into [#MAX_CHARACTERS]: facts, as many rows as there is room for, and
/// the number of omitted rows with the argument that returns them.
///
/// @param rows the requested rows
/// @param count the number of all rows
/// @param arguments of the call
record ResponseBudget(
        JsonValue.Fields facts,
        List<JsonValue.Fields> rows,
        long count,
        ResponseLimits limits,
        Tool.Limit limit,
        JsonValue.Fields arguments) {
    static final int MAX_CHARACTERS = 24_000;
    private static final int DEFAULT_FIELDS = 60;

    /// The remedy for assistants that asked for the maximum already.
    private static final String ELSEWHERE =
            "the response is full; the command line prints everything with --json";

    /// Reserved for the counts of omitted rows and for at most three next calls.
    private static final int ROOM = 2_800;

    ResponseBudget {
        rows = List.copyOf(rows);
    }

    /// The answer as it is sent. If facts or a single row are too large, their strings and lists
    /// are shortened until they fit.
    ///
    /// @param named replaces paths in strings by names
    JsonValue.Fields fitted(UnaryOperator<String> named) {
        int fields = Math.max(DEFAULT_FIELDS, 2 * limits.limit());
        var size = new ValueTruncation.Size(limits.width(), limits.limit(), fields);
        var ofFacts = new ValueTruncation(size, named);
        JsonValue.Fields about = ofFacts.of(facts, "");
        for (var less = size; about.written().length() > MAX_CHARACTERS / 2; ) {
            less = less.smaller();
            ofFacts = new ValueTruncation(less, named);
            about = ofFacts.of(facts, "");
        }
        int room = MAX_CHARACTERS - ROOM - about.written().length();
        var ofRows = new ValueTruncation(size, named);
        List<JsonValue> first = first(ofRows, room);
        for (var less = size; first.isEmpty() && !rows.isEmpty(); first = first(ofRows, room)) {
            less = less.smaller();
            ofRows = new ValueTruncation(less, named);
        }
        return withCounts(about, first.size(), List.of(ofFacts, ofRows))
                .with("rows", new JsonValue.Items(first));
    }

    /// As many rows as there is room for.
    private List<JsonValue> first(ValueTruncation bounds, int room) {
        List<JsonValue> first = new ArrayList<>();
        int left = room;
        for (JsonValue.Fields row : rows) {
            JsonValue small = bounds.of(row, "rows");
            left -= small.written().length() + 1;
            if (left < 0) break;
            first.add(small);
        }
        return first;
    }

    private JsonValue.Fields withCounts(
            JsonValue.Fields about, int sent, List<ValueTruncation> bounds) {
        long leftOut = limit == Tool.Limit.TOP ? hidden(sent) : count - sent;
        JsonValue.Fields counted = about.with("rows_total", count);
        if (limits.offset() > 0) counted = counted.with("offset", limits.offset());
        counted = counted.with("left_out", leftOut);
        if (leftOut > 0) counted = counted.with("ask", ask(sent));
        int textsCut = 0;
        JsonValue.Fields items = JsonValue.Fields.EMPTY;
        for (ValueTruncation each : bounds) {
            textsCut += each.textsCut();
            items = items.with(each.leftOut());
        }
        if (!items.all().isEmpty())
            counted = counted.with("items_left_out", items).with("ask_items", askItems());
        if (textsCut > 0)
            counted = counted.with("texts_cut", textsCut).with("ask_texts", askTexts());
        return counted;
    }

    private String askItems() {
        return limits.limit() < ResponseLimits.MAX_ROWS
                ? "a larger limit (at most %d)".formatted(ResponseLimits.MAX_ROWS)
                : ELSEWHERE;
    }

    private String askTexts() {
        if (limits.width() < ResponseLimits.MAX_WIDTH)
            return "a larger width (at most %d), with a small limit"
                    .formatted(ResponseLimits.MAX_WIDTH);
        return limits.limit() > 1 ? "a smaller limit" : ELSEWHERE;
    }

    /// Nodes that are hidden behind rows, and rows that were not sent.
    private long hidden(int sent) {
        return count - sent + hidden(sent, true) + hidden(sent, false);
    }

    /// Nodes below the shown ones, which the depth hides; or nodes that a row without a name
    /// represents, which the limit or the threshold hides.
    private long hidden(int sent, boolean belowShown) {
        long hidden = 0;
        for (JsonValue.Fields row : rows.subList(0, sent))
            if (row.all().get("node") instanceof JsonValue.Numeral == belowShown
                    && row.all().get("hidden") instanceof JsonValue.Numeral(String digits))
                hidden += Long.parseLong(digits);
        return hidden;
    }

    /// The arguments that hide nodes, and how to change them.
    private String askNodes(int sent) {
        List<String> remedies = new ArrayList<>();
        if (hidden(sent, true) > 0) remedies.add("a larger depth");
        boolean isCut = hidden(sent, false) > 0 || count > sent;
        if (isCut && arguments.get("threshold").isPresent()) remedies.add("a smaller threshold");
        if (isCut && limits.limit() < ResponseLimits.MAX_ROWS)
            remedies.add("a larger limit (at most %d)".formatted(ResponseLimits.MAX_ROWS));
        remedies.add("paths, only or rank for a part of the tree");
        return String.join(", or ", remedies);
    }

    private String ask(int sent) {
        if (limit == Tool.Limit.TOP) return askNodes(sent);
        long next = (long) limits.offset() + sent;
        return next < count
                ? "offset=%d for the next rows, or limit up to %d"
                        .formatted(next, ResponseLimits.MAX_ROWS)
                : "a smaller offset";
    }
}
