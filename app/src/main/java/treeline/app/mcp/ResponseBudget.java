package treeline.app.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Fits the answer of a tool into [#MAX_CHARACTERS]: facts, as many rows as there is room for, and
/// the number of omitted rows with the argument that returns them.
///
/// @param answer writes the answer
/// @param named replaces paths in strings by names
/// @param arguments of the call
record ResponseBudget(
        Consumer<BoundedWriter> answer,
        UnaryOperator<String> named,
        ResponseLimits limits,
        Tool.Limit limit,
        JsonValue.Fields arguments) {
    static final int MAX_CHARACTERS = 24_000;
    private static final int DEFAULT_FIELDS = 60;

    /// Callers, and rows for omitted nodes, come with the nodes of a call tree.
    private static final int ROWS_PER_NODE = 5;

    private static final String LARGER_LIMIT =
            "a larger limit (at most %d)".formatted(ResponseLimits.MAX_ROWS);

    /// The remedy for assistants that asked for the maximum already.
    private static final String ELSEWHERE =
            "the response is full; the command line prints everything with --json";

    /// Reserved for the counts of omitted rows and for at most three next calls.
    private static final int ROOM = 2_800;

    /// The answer as it is sent. If facts or a single row are too large, the answer is written
    /// again with shorter strings and lists until they fit.
    JsonValue.Fields fitted() {
        var bounds =
                new BoundedWriter.Bounds(
                        limits.offset(),
                        limits.limit() * (limit == Tool.Limit.TOP ? ROWS_PER_NODE : 1L),
                        limits.width(),
                        limits.limit(),
                        Math.max(DEFAULT_FIELDS, 2 * limits.limit()));
        BoundedWriter all = written(bounds);
        BoundedWriter.Bounded about = all.facts();
        for (var less = bounds; about.length() > MAX_CHARACTERS / 2; ) {
            less = less.smaller();
            about = written(less).facts();
        }
        int room = MAX_CHARACTERS - ROOM - about.length();
        List<BoundedWriter.Bounded> sent = first(all.rows(), room);
        for (var less = bounds; sent.isEmpty() && !all.rows().isEmpty(); ) {
            less = less.smaller();
            sent = first(written(less).rows(), room);
        }
        return withCounts(about, sent, all.rowCount());
    }

    private BoundedWriter written(BoundedWriter.Bounds bounds) {
        var writer = new BoundedWriter(bounds, named);
        answer.accept(writer);
        return writer;
    }

    /// As many rows as there is room for.
    private static List<BoundedWriter.Bounded> first(List<BoundedWriter.Bounded> rows, int room) {
        int left = room;
        int count = 0;
        for (BoundedWriter.Bounded row : rows) {
            left -= row.length() + 1;
            if (left < 0) break;
            count++;
        }
        return rows.subList(0, count);
    }

    private JsonValue.Fields withCounts(
            BoundedWriter.Bounded about, List<BoundedWriter.Bounded> sent, long count) {
        long unsent = count - sent.size();
        long leftOut =
                limit == Tool.Limit.TOP
                        ? unsent + hidden(sent, true) + hidden(sent, false)
                        : unsent;
        JsonValue.Fields counted = about.value().with("rows_total", count);
        if (limits.offset() > 0) counted = counted.with("offset", limits.offset());
        counted = counted.with("left_out", leftOut);
        if (leftOut > 0) counted = counted.with("ask", ask(sent, count));
        Map<String, Integer> omitted = new LinkedHashMap<>(about.omitted());
        for (BoundedWriter.Bounded row : sent)
            row.omitted().forEach((place, many) -> omitted.merge(place, many, Integer::sum));
        int textsCut = omitted.getOrDefault(BoundedWriter.STRINGS, 0);
        omitted.remove(BoundedWriter.STRINGS);
        JsonValue.Fields items = JsonValue.Fields.EMPTY;
        for (Map.Entry<String, Integer> each : omitted.entrySet())
            items = items.with(each.getKey(), each.getValue());
        if (!omitted.isEmpty())
            counted = counted.with("items_left_out", items).with("ask_items", askItems());
        if (textsCut > 0)
            counted = counted.with("texts_cut", textsCut).with("ask_texts", askTexts());
        return counted.with(
                "rows",
                new JsonValue.Items(
                        sent.stream().<JsonValue>map(BoundedWriter.Bounded::value).toList()));
    }

    private String askItems() {
        return limits.limit() < ResponseLimits.MAX_ROWS ? LARGER_LIMIT : ELSEWHERE;
    }

    private String askTexts() {
        if (limits.width() < ResponseLimits.MAX_WIDTH)
            return "a larger width (at most %d), with a small limit"
                    .formatted(ResponseLimits.MAX_WIDTH);
        return limits.limit() > 1 ? "a smaller limit" : ELSEWHERE;
    }

    /// Nodes below the shown ones, which the depth hides; or nodes that a row without a name
    /// represents, which the limit or the threshold hides.
    private static long hidden(List<BoundedWriter.Bounded> sent, boolean belowShown) {
        long hidden = 0;
        for (BoundedWriter.Bounded row : sent)
            if (row.value().all().get("node") instanceof JsonValue.Numeral == belowShown
                    && row.value().all().get("hidden") instanceof JsonValue.Numeral(String digits))
                hidden += Long.parseLong(digits);
        return hidden;
    }

    /// The arguments that hide nodes, and how to change them.
    private String askNodes(List<BoundedWriter.Bounded> sent, long count) {
        List<String> remedies = new ArrayList<>();
        if (hidden(sent, true) > 0) remedies.add("a larger depth");
        boolean isCut = hidden(sent, false) > 0 || count > sent.size();
        if (isCut && arguments.get("threshold").isPresent()) remedies.add("a smaller threshold");
        if (isCut && limits.limit() < ResponseLimits.MAX_ROWS) remedies.add(LARGER_LIMIT);
        remedies.add("paths, only or rank for a part of the tree");
        return String.join(", or ", remedies);
    }

    private String ask(List<BoundedWriter.Bounded> sent, long count) {
        if (limit == Tool.Limit.TOP) return askNodes(sent, count);
        long next = (long) limits.offset() + sent.size();
        return next < count
                ? "offset=%d for the next rows, or limit up to %d"
                        .formatted(next, ResponseLimits.MAX_ROWS)
                : "a smaller offset";
    }
}
