package treeline.query;

/// A text that is not a query. The message shows the line, a caret under the place, and what was
/// expected there.
public final class QuerySyntaxException extends IllegalArgumentException {
    private final int offset;
    private final String problem;

    public QuerySyntaxException(String text, int offset, String problem) {
        super(problem + "\n" + pointer(text, offset));
        this.offset = offset;
        this.problem = problem;
    }

    /// What is wrong, without the place.
    public String problem() {
        return problem;
    }

    /// Where in the text, in characters from its start.
    public int offset() {
        return offset;
    }

    private static String pointer(String text, int offset) {
        int start = text.lastIndexOf('\n', offset - 1) + 1;
        int end = text.indexOf('\n', offset);
        String line = text.substring(start, end < 0 ? text.length() : end).replace('\t', ' ');
        return "  %s\n  %s^".formatted(line, " ".repeat(offset - start));
    }
}
