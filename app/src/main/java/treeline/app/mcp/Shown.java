package treeline.app.mcp;

import treeline.app.mcp.Argument.Kind;

import java.util.List;
import java.util.Optional;

/// How much of an answer an assistant wants to see.
///
/// @param offset the number of the first row
/// @param limit how many rows, and items of other lists
/// @param width characters of a text
record Shown(int offset, int limit, int width) {
    static final int MAX_ROWS = 100;
    private static final int DEFAULT_ROWS = 20;
    static final int MAX_WIDTH = 2_000;
    private static final int MIN_WIDTH = 40;
    private static final int DEFAULT_WIDTH = 160;

    private static final Argument LIMIT =
            argument(
                    "limit",
                    "rows to show, at most %d (default: %d)".formatted(MAX_ROWS, DEFAULT_ROWS));
    private static final Argument OFFSET = argument("offset", "rows to pass over (default: 0)");
    private static final Argument WIDTH =
            argument(
                    "width",
                    "characters of a text before it is cut in its middle, at most %d (default: %d)"
                            .formatted(MAX_WIDTH, DEFAULT_WIDTH));

    private static Argument argument(String name, String description) {
        return new Argument(name, Kind.SHOWN, false, List.of(), description);
    }

    static List<Argument> arguments(Tool.Limit limit) {
        return limit == Tool.Limit.TOP ? List.of(LIMIT, WIDTH) : List.of(LIMIT, OFFSET, WIDTH);
    }

    static Shown of(Json.Fields given) throws ToolError {
        return new Shown(
                value(OFFSET, given, 0, Integer.MAX_VALUE, 0),
                value(LIMIT, given, 1, MAX_ROWS, DEFAULT_ROWS),
                value(WIDTH, given, MIN_WIDTH, MAX_WIDTH, DEFAULT_WIDTH));
    }

    private static int value(Argument argument, Json.Fields given, int from, int to, int usual)
            throws ToolError {
        Optional<Json> value = given.get(argument.name());
        return value.isPresent() ? argument.whole(value.get(), from, to) : usual;
    }
}
