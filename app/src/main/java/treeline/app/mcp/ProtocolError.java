package treeline.app.mcp;

/// A JSON-RPC error: its code, message and data.
final class ProtocolError extends Exception {
    static final int NOT_JSON = -32700;
    static final int NO_REQUEST = -32600;
    static final int NO_METHOD = -32601;
    static final int BAD_PARAMETERS = -32602;
    static final int OUR_FAULT = -32603;

    /// Of the Model Context Protocol: the version of a request is not one of ours.
    static final int OTHER_VERSION = -32022;

    private final int code;
    private final JsonValue.Fields data;

    ProtocolError(int code, String message) {
        this(code, message, JsonValue.Fields.EMPTY);
    }

    ProtocolError(int code, String message, JsonValue.Fields data) {
        super(message);
        this.code = code;
        this.data = data;
    }

    JsonValue.Fields error() {
        JsonValue.Fields error =
                JsonValue.Fields.EMPTY
                        .with("code", code)
                        .with("message", String.valueOf(getMessage()));
        return data.all().isEmpty() ? error : error.with("data", data);
    }
}
