package treeline.plot.draw;

import treeline.view.Quantity;

/// Style of a figure, independent of its kind.
///
/// @param dark light on dark
/// @param numbers how numbers in cells and at marks are written
public record FigureStyle(boolean dark, NumberText numbers) {
    private static final int DIGITS = 3;

    /// Numbers with three digits, in units that suit their size.
    public static FigureStyle withDefaults(boolean dark) {
        return new FigureStyle(dark, new Quantity(DIGITS, true)::text);
    }
}
