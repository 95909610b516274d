package treeline.dashboard;

import java.io.Serial;

/// A request that is not answered, and what the asker may do about it.
final class RefusedRequest extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    private final int status;
    private final String hint;

    RefusedRequest(int status, String message, String hint) {
        super(message);
        this.status = status;
        this.hint = hint;
    }

    static RefusedRequest wrong(String message) {
        return new RefusedRequest(Status.BAD_REQUEST, message, "");
    }

    int status() {
        return status;
    }

    String hint() {
        return hint;
    }
}
