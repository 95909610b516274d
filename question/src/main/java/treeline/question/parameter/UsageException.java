package treeline.question.parameter;

/// An argument that a question or command does not accept, with a hint that says what to do next.
/// In the library it is an illegal argument like any other.
public final class UsageException extends IllegalArgumentException {
    private final String hint;

    public UsageException(String message, String hint) {
        super(message);
        this.hint = hint;
    }

    public String hint() {
        return hint;
    }
}
