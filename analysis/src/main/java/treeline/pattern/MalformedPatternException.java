package treeline.pattern;

/// A text of a user that is no regular expression, or one that needs what linear time rules out.
/// Every interface shows it in its own words: hence the parts.
public final class MalformedPatternException extends IllegalArgumentException {
    private final String problem;
    private final int place;

    MalformedPatternException(String regex, String problem, int place) {
        super("'%s' is not a valid regular expression: %s".formatted(regex, problem));
        this.problem = problem;
        this.place = place;
    }

    /// What is wrong, without the expression.
    public String problem() {
        return problem;
    }

    /// The index in the expression where it goes wrong; its length where something is missing.
    public int place() {
        return place;
    }
}
