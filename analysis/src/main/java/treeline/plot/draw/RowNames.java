package treeline.plot.draw;

import java.util.List;

/// Row labels at the left, as wide as the longest label but at most a fixed share of the figure.
///
/// @param shown the labels, shortened to the width
public record RowNames(List<String> names, List<String> shown, double width) {
    private static final double MAX_SHARE = 0.38;
    private static final double MAX_SHARE_OF_COLUMN = 0.45;
    private static final double GAP = 10;
    private static final TextStyle SIZE = new TextStyle(12, false, TextStyle.Anchor.END, "");

    public static RowNames of(List<String> names, double pictureWidth) {
        double width = width(names, pictureWidth);
        return new RowNames(names, DistinctNames.of(names, width, SIZE), width);
    }

    /// Labels of call paths: function names, with callers if they are needed.
    public static RowNames ofPaths(List<String> paths, double pictureWidth) {
        double width = width(PathLabels.of(paths), pictureWidth);
        return new RowNames(paths, PathLabels.of(paths, width, SIZE), width);
    }

    private static double width(List<String> labels, double pictureWidth) {
        double widest =
                labels.stream()
                        .mapToDouble(
                                name -> TextMetrics.width(TextMetrics.printable(name), 12, false))
                        .max()
                        .orElse(0);
        boolean isColumn = pictureWidth <= FigureStyle.Width.COLUMN.pixels();
        double share = isColumn ? MAX_SHARE_OF_COLUMN : MAX_SHARE;
        return Math.min(Math.ceil(widest), share * pictureWidth);
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
