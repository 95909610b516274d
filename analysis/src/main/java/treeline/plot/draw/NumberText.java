package treeline.plot.draw;

import treeline.model.Unit;

/// Format of a number with its unit, such as `12.3 ms`, supplied by the program so that figures and
/// text agree.
@FunctionalInterface
public interface NumberText {
    String of(double value, Unit unit);
}
