package treeline.app.mcp;

import treeline.app.mcp.ToolArgument.Kind;

import java.util.List;
import java.util.Optional;

/// The size of a response that an assistant asks for.
///
/// @param offset the first row, counted from 0
/// @param limit the maximum number of rows, and of items of other lists
/// @param width the maximum length of a string, in characters
record ResponseLimits(int offset, int limit, int width) {
    static final int MAX_ROWS = 100;

    /// As many rows as screens show by default.
    static final int DEFAULT_ROWS = 20;

    static final int MAX_WIDTH = 2_000;
    private static final int MIN_WIDTH = 40;

    /// Holds most call paths of C and Fortran programs.
    static final int DEFAULT_WIDTH = 160;

    /// The instructions of the server describe them.
    private static final ToolArgument LIMIT = ToolArgument.of(Kind.LIMIT, "limit", false, "");

    private static final ToolArgument OFFSET = ToolArgument.of(Kind.LIMIT, "offset", false, "");
    private static final ToolArgument WIDTH = ToolArgument.of(Kind.LIMIT, "width", false, "");

    static List<ToolArgument> arguments(Tool.Limit limit) {
        return limit == Tool.Limit.TOP ? List.of(LIMIT, WIDTH) : List.of(LIMIT, OFFSET, WIDTH);
    }

    static ResponseLimits of(JsonValue.Fields given) throws ToolError {
        return new ResponseLimits(
                value(OFFSET, given, 0, Integer.MAX_VALUE, 0),
                value(LIMIT, given, 1, MAX_ROWS, DEFAULT_ROWS),
                value(WIDTH, given, MIN_WIDTH, MAX_WIDTH, DEFAULT_WIDTH));
    }

    private static int value(
            ToolArgument argument, JsonValue.Fields given, int min, int max, int otherwise)
            throws ToolError {
        Optional<JsonValue> value = given.get(argument.name());
        return value.isPresent() ? argument.integer(value.get(), min, max) : otherwise;
    }
}
