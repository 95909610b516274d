package treeline.plot;

import treeline.model.Unit;

import java.util.List;

/// Values of nodes over a sequence of runs, with change points.
///
/// @param x the order of the runs, such as `commit`
/// @param runs the label of each point
public record TrendLines(
        Caption caption, String x, String y, Unit unit, List<String> runs, List<Line> lines)
        implements Figure {

    /// A stretch between two change points.
    ///
    /// @param from index of its first point
    /// @param to one past the index of its last point
    public record Segment(int from, int to, double mean) {}

    /// One node.
    ///
    /// @param values one per point; NaN if the run has none
    /// @param segments empty if change points were not searched for
    public record Line(String name, List<Double> values, List<Segment> segments) {
        public Line {
            values = List.copyOf(values);
            segments = List.copyOf(segments);
        }
    }

    public TrendLines {
        runs = List.copyOf(runs);
        lines = List.copyOf(lines);
        Required.some(runs, "no runs to draw");
        Required.some(lines, "no nodes to draw lines of");
        for (Line line : lines)
            Required.equal(line.values.size(), runs.size(), line.name + " has %d of %d values");
    }

    @Override
    public TrendLines withCaption(Caption other) {
        return new TrendLines(other, x, y, unit, runs, lines);
    }

    @Override
    public String toString() {
        return summary();
    }
}
