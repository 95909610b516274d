package treeline.app.mcp;

/// A message that cannot be answered as asked: an error of JSON-RPC, with its code.
final class BadMessage extends Exception {
    static final int NOT_JSON = -32700;
    static final int NO_REQUEST = -32600;
    static final int NO_METHOD = -32601;
    static final int BAD_PARAMETERS = -32602;
    static final int OUR_FAULT = -32603;

    /// Of the Model Context Protocol: the version of a request is not one of ours.
    static final int OTHER_VERSION = -32022;

    private final int code;
    private final Json.Fields data;

    BadMessage(int code, String message) {
        this(code, message, Json.Fields.EMPTY);
    }

    BadMessage(int code, String message, Json.Fields data) {
        super(message);
        this.code = code;
        this.data = data;
    }

    Json.Fields error() {
        Json.Fields error =
                Json.Fields.EMPTY.with("code", code).with("message", String.valueOf(getMessage()));
        return data.all().isEmpty() ? error : error.with("data", data);
    }
}
