package treeline.plot;

import treeline.view.Quantity;

/// How a figure is drawn, whatever it shows.
///
/// @param dark light on dark
/// @param numbers how numbers in cells and at marks are written
public record Look(boolean dark, NumberText numbers) {
    private static final int DIGITS = 3;

    /// Numbers with three digits, in units that suit their size.
    public static Look usual(boolean dark) {
        return new Look(dark, new Quantity(DIGITS, true)::text);
    }
}
