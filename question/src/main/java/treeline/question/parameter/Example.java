package treeline.question.parameter;

/// A command line that works as written, and its purpose.
public record Example(String line, String purpose) {}
