package treeline.record.ranks;

/// A collective call that cannot complete: another rank failed, or ranks wait for different calls.
public final class CommunicatorException extends RuntimeException {
    public CommunicatorException(String message) {
        super(message);
    }

    public CommunicatorException(String message, Throwable cause) {
        super(message, cause);
    }
}
