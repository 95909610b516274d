package treeline.plot;

import treeline.model.Unit;

import java.util.List;
import java.util.Optional;

/// Points of two values each: nodes with the line through them, or runs in their clusters.
///
/// @param logarithmic whether both axes are
/// @param groups names of clusters; empty where points have none
public record Scatter(
        Caption caption,
        Side x,
        Side y,
        boolean logarithmic,
        List<String> groups,
        List<Dot> dots,
        Optional<Line> line)
        implements Figure {

    /// What an axis measures.
    public record Side(String name, Unit unit) {}

    /// One point.
    ///
    /// @param group index of its cluster, or -1
    /// @param marked whether it does not fit and is named in the picture
    public record Dot(String name, double x, double y, int group, boolean marked) {}

    /// `y = slope * x + intercept`, on logarithmic scale of the logarithms.
    public record Line(double slope, double intercept, double rSquare) {}

    public Scatter {
        groups = List.copyOf(groups);
        dots = List.copyOf(dots);
        Required.some(dots, "no points to draw");
    }

    @Override
    public Scatter withCaption(Caption other) {
        return new Scatter(other, x, y, logarithmic, groups, dots, line);
    }

    @Override
    public String toString() {
        return summary();
    }
}
