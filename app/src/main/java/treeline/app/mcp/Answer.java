package treeline.app.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// The answer of a tool: the facts about its rows, then some rows, and how many are left out. It
/// has at most [#MAX_CHARACTERS], whatever a run holds.
///
/// @param rows those that were asked for
/// @param count of all rows
/// @param arguments of the tool, as they were given
record Answer(
        Json.Fields facts,
        List<Json.Fields> rows,
        long count,
        Shown shown,
        Tool.Limit limit,
        Json.Fields arguments) {
    static final int MAX_CHARACTERS = 24_000;
    private static final int DEFAULT_FIELDS = 60;

    /// What is left to those who asked for as much as there may be.
    private static final String ELSEWHERE =
            "no more fits into an answer; the command line prints all with --json";

    /// What is said about left out rows needs some room, too.
    private static final int ROOM = 1_000;

    Answer {
        rows = List.copyOf(rows);
    }

    /// The answer as it is sent. Where facts or a single row are too large, their texts and lists
    /// become shorter until they fit.
    ///
    /// @param named what texts are called
    Json.Fields fitted(UnaryOperator<String> named) {
        int fields = Math.max(DEFAULT_FIELDS, 2 * shown.limit());
        var size = new Bounds.Size(shown.width(), shown.limit(), fields);
        var ofFacts = new Bounds(size, named);
        Json.Fields about = ofFacts.of(facts, "");
        for (var less = size; about.written().length() > MAX_CHARACTERS / 2; ) {
            less = less.smaller();
            ofFacts = new Bounds(less, named);
            about = ofFacts.of(facts, "");
        }
        int room = MAX_CHARACTERS - ROOM - about.written().length();
        var ofRows = new Bounds(size, named);
        List<Json> first = first(ofRows, room);
        for (var less = size; first.isEmpty() && !rows.isEmpty(); first = first(ofRows, room)) {
            less = less.smaller();
            ofRows = new Bounds(less, named);
        }
        return withCounts(about, first.size(), List.of(ofFacts, ofRows))
                .with("rows", new Json.Items(first));
    }

    /// As many rows as there is room for.
    private List<Json> first(Bounds bounds, int room) {
        List<Json> first = new ArrayList<>();
        int left = room;
        for (Json.Fields row : rows) {
            Json small = bounds.of(row, "rows");
            left -= small.written().length() + 1;
            if (left < 0) break;
            first.add(small);
        }
        return first;
    }

    private Json.Fields withCounts(Json.Fields about, int sent, List<Bounds> bounds) {
        long leftOut = limit == Tool.Limit.TOP ? hidden(sent) : count - sent;
        Json.Fields counted = about.with("rows_total", count);
        if (shown.offset() > 0) counted = counted.with("offset", shown.offset());
        counted = counted.with("left_out", leftOut);
        if (leftOut > 0) counted = counted.with("ask", ask(sent));
        int textsCut = 0;
        Json.Fields items = Json.Fields.EMPTY;
        for (Bounds each : bounds) {
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
        return shown.limit() < Shown.MAX_ROWS
                ? "a larger limit (at most %d)".formatted(Shown.MAX_ROWS)
                : ELSEWHERE;
    }

    private String askTexts() {
        if (shown.width() < Shown.MAX_WIDTH)
            return "a larger width (at most %d), with a small limit".formatted(Shown.MAX_WIDTH);
        return shown.limit() > 1 ? "a smaller limit" : ELSEWHERE;
    }

    /// Nodes that rows stand for, and rows that were not sent.
    private long hidden(int sent) {
        return count - sent + hidden(sent, true) + hidden(sent, false);
    }

    /// Nodes below those that are shown, which the depth hides, or nodes that one row without a
    /// name stands for, which the limit or the threshold hides.
    private long hidden(int sent, boolean belowShown) {
        long hidden = 0;
        for (Json.Fields row : rows.subList(0, sent))
            if (row.all().get("node") instanceof Json.Numeral == belowShown
                    && row.all().get("hidden") instanceof Json.Numeral(String digits))
                hidden += Long.parseLong(digits);
        return hidden;
    }

    /// What to ask for the nodes that are hidden, by what hides them.
    private String askNodes(int sent) {
        List<String> remedies = new ArrayList<>();
        if (hidden(sent, true) > 0) remedies.add("a larger depth");
        boolean isCut = hidden(sent, false) > 0 || count > sent;
        if (isCut && arguments.get("threshold").isPresent()) remedies.add("a smaller threshold");
        if (isCut && shown.limit() < Shown.MAX_ROWS)
            remedies.add("a larger limit (at most %d)".formatted(Shown.MAX_ROWS));
        remedies.add("paths, only or rank for a part of the tree");
        return String.join(", or ", remedies);
    }

    private String ask(int sent) {
        if (limit == Tool.Limit.TOP) return askNodes(sent);
        long next = (long) shown.offset() + sent;
        return next < count
                ? "offset=%d for the next rows, or limit up to %d".formatted(next, Shown.MAX_ROWS)
                : "a smaller offset";
    }
}
