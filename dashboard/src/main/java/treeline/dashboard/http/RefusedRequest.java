package treeline.dashboard.http;

import java.io.Serial;

/// A rejected request, with a hint for the client.
public final class RefusedRequest extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    private final int status;
    private final String hint;

    public RefusedRequest(int status, String message, String hint) {
        super(message);
        this.status = status;
        this.hint = hint;
    }

    public static RefusedRequest wrong(String message) {
        return new RefusedRequest(Status.BAD_REQUEST, message, "");
    }

    public int status() {
        return status;
    }

    public String hint() {
        return hint;
    }
}
