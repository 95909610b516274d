package treeline.plot;

import treeline.plot.draw.Axis;
import treeline.plot.draw.Box;
import treeline.plot.draw.Canvas;
import treeline.plot.draw.ColourScale;
import treeline.plot.draw.RowNames;
import treeline.plot.draw.TextMetrics;
import treeline.plot.draw.TextStyle;

import java.util.DoubleSummaryStatistics;
import java.util.List;

/// Draws a [HeatMap], with each value as text on its colour.
final class HeatMapDrawer {
    private static final double ROW = 22;
    private static final double MIN_COLUMN_WIDTH = 64;
    private static final double MAX_COLUMN_WIDTH = 150;
    private static final double NAMES = 560;
    private static final double SCALE_WIDTH = 360;

    private HeatMapDrawer() {}

    static double width(HeatMap map, double asked) {
        double columns = map.columns().size() * MIN_COLUMN_WIDTH;
        return Math.max(asked, names(map, asked).right() + columns + Canvas.MARGIN);
    }

    private static RowNames names(HeatMap map, double width) {
        return RowNames.ofPaths(map.rows(), Math.min(width, NAMES * 1.6));
    }

    static double draw(HeatMap map, Canvas canvas, double top, double asked) {
        RowNames names = names(map, asked);
        double left = names.right();
        double room = canvas.width() - Canvas.MARGIN - left;
        double column = Math.clamp(room / map.columns().size(), 1, MAX_COLUMN_WIDTH);
        double y = heads(map, canvas, left, column, top);
        for (int row = 0; row < map.rows().size(); row++)
            names.draw(row, y + (row + 0.5) * ROW, canvas);
        for (int i = 0; i < map.columns().size(); i++)
            cells(map, i, new Box(left + i * column, y, column, ROW), canvas);
        double scale = left + SCALE_WIDTH > canvas.width() ? Canvas.MARGIN : left;
        return scale(map, canvas, scale, y + map.rows().size() * ROW + 10);
    }

    /// Two lines for each name: statistics of several metrics have long ones.
    private static double heads(
            HeatMap map, Canvas canvas, double left, double column, double top) {
        int lines = 1;
        for (HeatMap.Column each : map.columns())
            lines = Math.max(lines, TextMetrics.lines(each.name(), column - 6, 12).size());
        lines = Math.min(lines, 3);
        for (int i = 0; i < map.columns().size(); i++) {
            List<String> head = TextMetrics.lines(map.columns().get(i).name(), column - 6, 12);
            if (head.size() > lines) head = List.of(map.columns().get(i).name());
            double x = left + (i + 0.5) * column;
            for (int line = 0; line < head.size(); line++)
                canvas.text(
                        head.get(line),
                        x,
                        top + 10 + (lines - head.size() + line) * 15,
                        column - 6,
                        canvas.ink().at(TextStyle.Anchor.MIDDLE));
        }
        return top + 18 + (lines - 1) * 15;
    }

    private static void cells(HeatMap map, int index, Box first, Canvas canvas) {
        HeatMap.Column column = map.columns().get(index);
        DoubleSummaryStatistics range = range(column);
        boolean decades = hasDecades(map);
        for (int row = 0; row < column.values().size(); row++) {
            double value = column.values().get(row);
            var cell =
                    new Box(first.x() + 1, first.y() + row * ROW + 1, first.width() - 2, ROW - 2);
            String text = canvas.numbers().of(value, column.unit());
            String title = "%s, %s: %s".formatted(map.rows().get(row), column.name(), text);
            if (!Double.isFinite(value)) {
                canvas.missing(cell, Double.isNaN(value) ? title + " (no value)" : title);
                continue;
            }
            String colour = canvas.theme().shades().at(share(value, range, decades));
            canvas.rect(cell, colour, title);
            canvas.text(
                    text,
                    cell.x() + cell.width() / 2,
                    cell.y() + cell.height() / 2 + 4,
                    cell.width() - 4,
                    canvas.ink()
                            .sized(11)
                            .at(TextStyle.Anchor.MIDDLE)
                            .in(ColourScale.inkOn(colour)));
        }
    }

    private static double share(double value, DoubleSummaryStatistics range, boolean decades) {
        double least = range.getMin();
        double most = range.getMax();
        if (least == most) return 0.5;
        return decades && least > 0
                ? Math.log(value / least) / Math.log(most / least)
                : (value - least) / (most - least);
    }

    private static DoubleSummaryStatistics range(HeatMap.Column column) {
        return column.values().stream()
                .mapToDouble(each -> each)
                .filter(Double::isFinite)
                .summaryStatistics();
    }

    /// Whether one column at least needs a logarithmic scale; then all have it, so that colours
    /// compare.
    private static boolean hasDecades(HeatMap map) {
        return map.columns().stream()
                .map(HeatMapDrawer::range)
                .anyMatch(range -> Axis.spansDecades(range.getMin(), range.getMax()));
    }

    /// What colours mean: every column has its own range.
    private static double scale(HeatMap map, Canvas canvas, double left, double top) {
        if (hasDecades(map))
            canvas.text(
                    "logarithmic colours in columns of positive values",
                    left,
                    top + 28,
                    canvas.inner() - left,
                    canvas.muted().sized(11));
        double step = 14;
        TextStyle ink = canvas.muted().sized(11);
        canvas.text("column minimum", left, top + 10, ink);
        double x = left + TextMetrics.width("column minimum", 11, false) + 8;
        for (int i = 0; i < 8; i++)
            canvas.rect(
                    new Box(x + i * step, top, step, 12), canvas.theme().shades().at(i / 7.0), "");
        canvas.text("largest", x + 8 * step + 8, top + 10, ink);
        double missing = x + 8 * step + 8 + TextMetrics.width("largest", 11, false) + 20;
        canvas.missing(new Box(missing, top, step, 12), "");
        canvas.text("no value", missing + step + 6, top + 10, ink);
        return top + 32;
    }
}
