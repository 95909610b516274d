package treeline.plot;

import java.util.List;

/// Which colour is what, in as many lines as are needed.
final class Legend {
    private static final double SWATCH = 11;
    private static final double LONGEST = 260;
    private static final double GAP = 18;

    /// A colour and what it means.
    record Entry(String name, String colour) {}

    private Legend() {}

    /// Draws it from `top` down and returns where it ends.
    static double draw(List<Entry> entries, Canvas canvas, double top) {
        double x = Canvas.MARGIN;
        double y = top + 10;
        List<String> names =
                DistinctNames.of(entries.stream().map(Entry::name).toList(), LONGEST, canvas.ink());
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            double wide = SWATCH + 6 + Lettering.width(names.get(i), 12, false) + GAP;
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
