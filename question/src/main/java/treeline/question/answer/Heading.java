package treeline.question.answer;

/// A line that introduces the blocks after it.
public record Heading(String text) implements Block {}
