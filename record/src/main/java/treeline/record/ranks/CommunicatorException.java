package treeline.record.ranks;

/// Thrown if a collective call cannot complete, because another rank failed or ranks are blocked in
/// different calls.
public final class CommunicatorException extends RuntimeException {
    public CommunicatorException(String message) {
        super(message);
    }

    public CommunicatorException(String message, Throwable cause) {
        super(message, cause);
    }
}
