package treeline.plot;

import treeline.model.Unit;

import java.util.List;

/// Runs as lines over their metadata and values: what goes together shows as a bundle.
///
/// @param runs their names
/// @param colouredBy index of the axis that gives lines their colour
public record ParallelCoordinates(
        Caption caption, List<String> runs, List<Side> sides, int colouredBy) implements Figure {

    /// One axis. Texts are drawn at the place of their number, from 0 up.
    ///
    /// @param texts the values of an axis that has no numbers; else empty
    /// @param values of each run; NaN where it has none
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
