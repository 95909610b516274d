package treeline.plot;

import treeline.model.Unit;

import java.util.List;
import java.util.Optional;

/// A scatter plot: nodes with a regression line, or runs in clusters.
///
/// @param logarithmic whether both axes are logarithmic
/// @param groups the names of the clusters; empty if points have none
public record Scatter(
        Caption caption,
        Side x,
        Side y,
        boolean logarithmic,
        List<String> groups,
        List<Dot> dots,
        Optional<Line> line)
        implements Figure {

    /// The quantity on an axis.
    public record Side(String name, Unit unit) {}

    /// One point.
    ///
    /// @param group index of its cluster, or -1
    /// @param marked whether it is an outlier that is labelled
    public record Dot(String name, double x, double y, int group, boolean marked) {}

    /// The line `y = slope * x + intercept`; on logarithmic axes, of the logarithms.
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
