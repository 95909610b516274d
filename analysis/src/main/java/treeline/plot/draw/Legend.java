package treeline.plot.draw;

import java.util.List;

/// A legend of colours, in as many lines as needed.
public final class Legend {
    private static final double SWATCH = 11;
    private static final double MAX_WIDTH = 260;
    private static final double GAP = 18;

    /// A colour with its label.
    public record Entry(String name, String colour) {}

    private Legend() {}

    /// Draws it from `top` down and returns where it ends.
    public static double draw(List<Entry> entries, Canvas canvas, double top) {
        double x = Canvas.MARGIN;
        double y = top + 10;
        List<String> names =
                DistinctNames.of(
                        entries.stream().map(Entry::name).toList(), MAX_WIDTH, canvas.ink());
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            double wide = SWATCH + 6 + TextMetrics.width(names.get(i), 12, false) + GAP;
            if (x + wide - GAP > canvas.width() - Canvas.MARGIN && x > Canvas.MARGIN) {
                x = Canvas.MARGIN;
                y += 18;
            }
            canvas.rect(new Box(x, y - 10, SWATCH, SWATCH), entry.colour, "");
            canvas.cut(names.get(i), entry.name, x + SWATCH + 6, y, canvas.ink());
            x += wide;
        }
        return y + 14;
    }
}
