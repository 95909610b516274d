package treeline.plot;

import treeline.model.Unit;

import java.util.List;
import java.util.Optional;

/// Values over the number of processes or another setting: means of repetitions with their
/// intervals, the fitted model, and ideal scaling.
///
/// @param x the setting on the horizontal axis, such as `ranks`
/// @param y the label of the vertical axis, such as `time (inclusive)`
/// @param logarithmic whether both axes are logarithmic, as for times; shares have linear axes
public record ScalingLines(
        Caption caption, String x, String y, Unit unit, boolean logarithmic, List<Line> lines)
        implements Figure {

    /// A measured value with its interval, NaN if it has none.
    public record Point(double x, double value, double low, double high) {}

    /// A point of a curve.
    public record At(double x, double value) {}

    /// One node or group of runs.
    ///
    /// @param points means of repetitions
    /// @param repetitions the single measurements; empty if only means are drawn
    /// @param fit the model fitted to the points
    /// @param ideal ideal scaling from the first point; empty if not drawn
    public record Line(
            String name,
            List<Point> points,
            List<At> repetitions,
            Optional<Fit> fit,
            List<At> ideal) {
        public Line {
            points = List.copyOf(points);
            repetitions = List.copyOf(repetitions);
            ideal = List.copyOf(ideal);
        }

        public static Line of(String name, List<Point> points) {
            return new Line(name, points, List.of(), Optional.empty(), List.of());
        }

        public Line withIdeal(List<At> slope) {
            return new Line(name, points, repetitions, fit, slope);
        }
    }

    /// A fitted model.
    ///
    /// @param formula the function as text
    /// @param curve its values with prediction intervals, ascending
    /// @param measuredTo the largest measured setting; beyond it the curve extrapolates
    public record Fit(String formula, List<Point> curve, double measuredTo) {
        public Fit {
            curve = List.copyOf(curve);
        }
    }

    public ScalingLines {
        lines = List.copyOf(lines);
        Required.some(lines, "no nodes to draw lines of");
    }

    @Override
    public ScalingLines withCaption(Caption other) {
        return new ScalingLines(other, x, y, unit, logarithmic, lines);
    }

    @Override
    public String toString() {
        return summary();
    }
}
