package treeline.plot;

import treeline.model.Unit;

import java.util.List;

/// Parallel coordinates: runs as lines over axes of metadata and values. Related runs form bundles.
///
/// @param runs the names of the runs
/// @param colouredBy index of the axis that determines the line colours
public record ParallelCoordinates(
        Caption caption, List<String> runs, List<Side> sides, int colouredBy) implements Figure {

    /// One axis. Text values are drawn at their index, from 0 up.
    ///
    /// @param texts the values of a text axis; empty for a numeric axis
    /// @param values one per run; NaN if missing
    public record Side(String name, Unit unit, List<String> texts, List<Double> values) {
        public Side {
            texts = List.copyOf(texts);
            values = List.copyOf(values);
        }
    }

    public ParallelCoordinates {
        runs = List.copyOf(runs);
        sides = List.copyOf(sides);
        Required.some(runs, "no runs to draw");
        Required.some(sides, "no metadata in which runs differ");
        for (Side side : sides)
            Required.equal(side.values.size(), runs.size(), side.name + " has %d of %d values");
    }

    @Override
    public ParallelCoordinates withCaption(Caption other) {
        return new ParallelCoordinates(other, runs, sides, colouredBy);
    }

    @Override
    public String toString() {
        return summary();
    }
}
