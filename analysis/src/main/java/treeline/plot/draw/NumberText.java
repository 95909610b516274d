package treeline.plot.draw;

import treeline.model.Unit;

/// A number as text with its unit, such as `12.3 ms`: pictures write numbers as the program that
/// draws them does elsewhere.
@FunctionalInterface
public interface NumberText {
    String of(double value, Unit unit);
}
