package treeline.dashboard.http;

/// The HTTP status codes (RFC 9110) of the server.
public final class Status {
    public static final int OK = 200;
    public static final int NO_CONTENT = 204;
    public static final int SEE_OTHER = 303;
    static final int BAD_REQUEST = 400;
    static final int UNAUTHORIZED = 401;
    static final int FORBIDDEN = 403;
    public static final int NOT_FOUND = 404;
    public static final int METHOD_NOT_ALLOWED = 405;
    public static final int TOO_LARGE = 413;
    public static final int UNPROCESSABLE = 422;
    public static final int FAILED = 500;
    public static final int BUSY = 503;

    private Status() {}
}
