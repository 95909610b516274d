package treeline.record;

/// A declared metric whose name was looked up once.
///
/// @param number its index among the recorded values, or a negative number if it was not declared;
///   adding to it then counts as misuse
public record MetricHandle(String name, int number) {}
