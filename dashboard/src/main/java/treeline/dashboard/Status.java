package treeline.dashboard;

/// The codes of HTTP (RFC 9110) that the server answers with.
final class Status {
    static final int OK = 200;
    static final int NO_CONTENT = 204;
    static final int SEE_OTHER = 303;
    static final int BAD_REQUEST = 400;
    static final int UNAUTHORIZED = 401;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int METHOD_NOT_ALLOWED = 405;
    static final int TOO_LARGE = 413;
    static final int UNPROCESSABLE = 422;
    static final int FAILED = 500;
    static final int BUSY = 503;

    private Status() {}
}
