package treeline.plot.draw;

import treeline.view.Quantity;

/// Style of a figure, independent of its kind.
///
/// @param dark light colours on a dark background
/// @param numbers the number format of cells and ticks
/// @param width the width on paper
public record FigureStyle(boolean dark, NumberText numbers, Width width) {
    private static final int DIGITS = 3;

    /// The width of a figure. Text at its default size of 12 pixels is 6.9 points high in a column.
    public enum Width {
        /// A column of a two-column paper: 85 mm.
        COLUMN(420),
        /// A page or a screen.
        PAGE(880);

        private final double pixels;

        Width(double pixels) {
            this.pixels = pixels;
        }

        public double pixels() {
            return pixels;
        }
    }

    public FigureStyle(boolean dark, NumberText numbers) {
        this(dark, numbers, Width.PAGE);
    }

    public FigureStyle withWidth(Width other) {
        return new FigureStyle(dark, numbers, other);
    }

    /// Numbers with three digits, in units that suit their size.
    public static FigureStyle withDefaults(boolean dark) {
        return new FigureStyle(dark, new Quantity(DIGITS, true)::text);
    }
}
