package treeline.app.mcp;

/// A question that cannot be answered as it was asked; its message says in one line what to ask
/// instead.
final class ToolError extends Exception {
    ToolError(String message) {
        super(message);
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
