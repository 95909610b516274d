package treeline.plot;

import treeline.plot.draw.Area;
import treeline.plot.draw.Axis;
import treeline.plot.draw.Box;
import treeline.plot.draw.Canvas;
import treeline.plot.draw.PathLabels;
import treeline.plot.draw.TextMetrics;
import treeline.plot.draw.TextStyle;

import java.util.List;
import java.util.stream.DoubleStream;

/// Draws a [Histogram]: one panel per node, in two columns if there are several.
final class HistogramDrawer {
    private static final double TALL = 260;
    private static final double SMALL = 150;

    private HistogramDrawer() {}

    static double draw(Histogram histogram, Canvas canvas, double top) {
        int across = histogram.panels().size() == 1 || canvas.isNarrow() ? 1 : 2;
        double gap = 40;
        double wide = (canvas.inner() - (across - 1) * gap) / across;
        double high = histogram.panels().size() == 1 ? TALL : SMALL;
        List<String> names =
                PathLabels.of(
                        histogram.panels().stream().map(Histogram.Panel::name).toList(),
                        wide,
                        canvas.ink().strong());
        double bottom = top;
        for (int i = 0; i < histogram.panels().size(); i += across) {
            double row = bottom;
            for (int j = i; j < Math.min(i + across, histogram.panels().size()); j++) {
                double x = Canvas.MARGIN + (j - i) * (wide + gap);
                var whole = new Box(x, row, wide, high);
                String name = histogram.panels().get(j).name();
                canvas.cut(names.get(j), name, x, row + 10, canvas.ink().strong());
                bottom = Math.max(bottom, panel(histogram, j, whole, canvas) + 12);
            }
        }
        return bottom;
    }

    private static double panel(Histogram histogram, int index, Box whole, Canvas canvas) {
        Histogram.Panel panel = histogram.panels().get(index);
        int most = panel.counts().stream().mapToInt(each -> each).max().orElse(0);
        double upper = whole.y() + 46;
        double lower = upper + whole.height();
        Axis y =
                Axis.counts(most, lower, upper, Math.min(most, Area.marksDown(whole.height()) + 2));
        double left = whole.x() + Math.max(24, Area.marksWidth(y) + 8);
        var area = new Area(canvas, new Box(left, upper, whole.right() - left - 8, lower - upper));
        area.left(y, histogram.counted());
        Axis x = values(histogram, panel, area.box());
        bars(histogram, panel, x, y, canvas);
        area.baseline();
        if (!Double.isNaN(panel.median()) && x.holds(panel.median()))
            median(histogram, panel, x, area);
        return area.below(x, histogram.axis(), false);
    }

    /// If all values are equal, the only bin is centred on them.
    private static Axis values(Histogram histogram, Histogram.Panel panel, Box box) {
        DoubleStream range = DoubleStream.of(panel.least(), panel.largest());
        int marks = Area.marksAcross(box.width());
        return histogram.logarithmic()
                ? Axis.logarithmic(range, histogram.unit(), box.x(), box.right(), marks)
                : Axis.linear(range, histogram.unit(), false, box.x(), box.right(), marks);
    }

    private static void bars(
            Histogram histogram, Histogram.Panel panel, Axis x, Axis y, Canvas canvas) {
        boolean flat = panel.least() == panel.largest();
        for (int bin = 0; bin < panel.counts().size(); bin++) {
            int count = panel.counts().get(bin);
            if (count == 0) continue;
            double left = flat ? x.at(panel.least()) - 8 : x.at(histogram.edge(panel, bin)) + 0.75;
            double right =
                    flat ? x.at(panel.least()) + 8 : x.at(histogram.edge(panel, bin + 1)) - 0.75;
            var bar = new Box(left, y.at(count), Math.max(1, right - left), y.at(0) - y.at(count));
            String title =
                    "%s to %s: %d %s"
                            .formatted(
                                    canvas.numbers()
                                            .of(histogram.edge(panel, bin), histogram.unit()),
                                    canvas.numbers()
                                            .of(histogram.edge(panel, bin + 1), histogram.unit()),
                                    count,
                                    histogram.counted());
            canvas.rect(bar, canvas.theme().series(0), title);
        }
    }

    private static void median(Histogram histogram, Histogram.Panel panel, Axis x, Area area) {
        Canvas canvas = area.canvas();
        double at = x.at(panel.median());
        Box box = area.box();
        canvas.line(at, box.y() - 10, at, box.bottom(), canvas.theme().series(1), 1.5, "4 3");
        String text = "median " + canvas.numbers().of(panel.median(), histogram.unit());
        boolean left = at + TextMetrics.width(text, 11, false) + 4 > box.right();
        TextStyle ink =
                canvas.muted().sized(11).at(left ? TextStyle.Anchor.END : TextStyle.Anchor.START);
        double y = box.y() - 14;
        double behind = box.x() + TextMetrics.width(histogram.counted(), 12, false);
        double place = left ? at - 4 : Math.max(at + 4, behind);
        if (canvas.isFree(Canvas.boxOf(text, place, y, ink))) canvas.text(text, place, y, ink);
    }
}
