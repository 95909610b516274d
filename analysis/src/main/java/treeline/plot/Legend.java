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
        for (Entry entry : entries) {
            String name = Lettering.printable(entry.name);
            double wide = SWATCH + 6 + Math.min(LONGEST, Lettering.width(name, 12, false)) + GAP;
            if (x + wide - GAP > canvas.width() - Canvas.MARGIN && x > Canvas.MARGIN) {
                x = Canvas.MARGIN;
                y += 18;
            }
            canvas.rect(new Box(x, y - 10, SWATCH, SWATCH), entry.colour, "");
            canvas.text(name, x + SWATCH + 6, y, LONGEST, canvas.ink());
            x += wide;
        }
        return y + 14;
    }
}
