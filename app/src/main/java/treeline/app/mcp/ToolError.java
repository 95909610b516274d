package treeline.app.mcp;

/// A tool call that cannot be answered; its message says in one line what to ask instead.
final class ToolError extends Exception {
    ToolError(String message) {
        super(message);
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
