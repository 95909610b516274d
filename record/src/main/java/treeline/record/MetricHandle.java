package treeline.record;

/// A declared metric whose name was looked up once.
///
/// @param number its place among the recorded values, or a negative number where it was not
///   declared: then adding to it counts as misuse
public record MetricHandle(String name, int number) {}
