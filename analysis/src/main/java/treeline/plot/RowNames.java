package treeline.plot;

import java.util.List;

/// Names left of rows, as wide as the longest, but never more than a share of the picture.
record RowNames(List<String> names, double width) {
    private static final double MOST = 0.38;
    private static final double GAP = 10;

    static RowNames of(List<String> names, double pictureWidth) {
        double widest =
                names.stream()
                        .mapToDouble(name -> Lettering.width(Lettering.printable(name), 12, false))
                        .max()
                        .orElse(0);
        return new RowNames(names, Math.min(Math.ceil(widest), MOST * pictureWidth));
    }

    /// Where rows begin.
    double right() {
        return Canvas.MARGIN + width + GAP;
    }

    /// @param middle of the row
    void draw(int row, double middle, Canvas canvas) {
        canvas.text(
                names.get(row),
                Canvas.MARGIN + width,
                middle + 4,
                width,
                canvas.ink().at(Ink.Anchor.END));
    }
}
