package treeline.question.parameter;

/// The user asked for something that a command does not do. The hint says what to do next.
public final class UsageException extends RuntimeException {
    private final String hint;

    public UsageException(String message, String hint) {
        super(message);
        this.hint = hint;
    }

    public String hint() {
        return hint;
    }
}
