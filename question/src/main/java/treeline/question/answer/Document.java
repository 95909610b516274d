package treeline.question.answer;

/// A file for another program, such as a Graphviz graph. It is printed alone, without title, notes
/// or layout.
public record Document(String text) implements Block {}
