package treeline.plot.draw;

import java.util.List;

/// Names left of rows, as wide as the longest, but never more than a share of the picture.
///
/// @param shown the names, cut to the width
public record RowNames(List<String> names, List<String> shown, double width) {
    private static final double MAX_SHARE = 0.38;
    private static final double GAP = 10;
    private static final TextStyle SIZE = new TextStyle(12, false, TextStyle.Anchor.END, "");

    public static RowNames of(List<String> names, double pictureWidth) {
        double widest =
                names.stream()
                        .mapToDouble(
                                name -> TextMetrics.width(TextMetrics.printable(name), 12, false))
                        .max()
                        .orElse(0);
        double width = Math.min(Math.ceil(widest), MAX_SHARE * pictureWidth);
        return new RowNames(names, DistinctNames.of(names, width, SIZE), width);
    }

    /// Where rows begin.
    public double right() {
        return Canvas.MARGIN + width + GAP;
    }

    /// Draws the name of a row.
    ///
    /// @param middle of the row
    public void draw(int row, double middle, Canvas canvas) {
        canvas.cut(
                shown.get(row),
                names.get(row),
                Canvas.MARGIN + width,
                middle + 4,
                canvas.ink().at(TextStyle.Anchor.END));
    }
}
