package treeline.question.answer;

/// A line that introduces the blocks after it.
public record Heading(String text) implements Block {
    /// Separates blocks without a line of its own.
    public static final Heading NONE = new Heading("");
}
