package treeline.plot;

import java.util.List;

/// Names left of rows, as wide as the longest, but never more than a share of the picture.
///
/// @param shown the names, cut to the width
record RowNames(List<String> names, List<String> shown, double width) {
    private static final double MOST = 0.38;
    private static final double GAP = 10;
    private static final Ink SIZE = new Ink(12, false, Ink.Anchor.END, "");

    static RowNames of(List<String> names, double pictureWidth) {
        double widest =
                names.stream()
                        .mapToDouble(name -> Lettering.width(Lettering.printable(name), 12, false))
                        .max()
                        .orElse(0);
        double width = Math.min(Math.ceil(widest), MOST * pictureWidth);
        return new RowNames(names, DistinctNames.of(names, width, SIZE), width);
    }

    /// Where rows begin.
    double right() {
        return Canvas.MARGIN + width + GAP;
    }

    /// @param middle of the row
    void draw(int row, double middle, Canvas canvas) {
        canvas.cut(
                shown.get(row),
                names.get(row),
                Canvas.MARGIN + width,
                middle + 4,
                canvas.ink().at(Ink.Anchor.END));
    }
}
