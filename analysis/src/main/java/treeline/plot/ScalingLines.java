package treeline.plot;

import treeline.model.Unit;

import java.util.List;
import java.util.Optional;

/// Values by number of processes or another setting: what was measured, how far repetitions spread,
/// the model through them and what ideal scaling would give.
///
/// @param x what the runs differ in, such as `ranks`
/// @param y what is drawn, such as `time (inclusive)`
/// @param logarithmic whether both axes are, as for times; shares are drawn on a plain axis
public record ScalingLines(
        Caption caption, String x, String y, Unit unit, boolean logarithmic, List<Line> lines)
        implements Figure {

    /// A measured value and the interval that it lies in; NaN where there is none.
    public record Point(double x, double value, double low, double high) {}

    /// A point of a curve.
    public record At(double x, double value) {}

    /// One node or group of runs.
    ///
    /// @param points means of repetitions
    /// @param repetitions each measured value by itself; empty where only means are drawn
    /// @param fit the model through the points
    /// @param ideal what ideal scaling from the first point would give, empty where it is not drawn
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

    /// A model.
    ///
    /// @param formula as text
    /// @param curve its value with the interval around it, ascending
    /// @param measuredTo the largest setting that was measured: what is beyond is predicted
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
