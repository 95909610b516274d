package treeline.plot;

/// How a figure is drawn, whatever it shows.
///
/// @param dark light on dark
/// @param numbers how numbers in cells and at marks are written
public record Look(boolean dark, NumberText numbers) {}
