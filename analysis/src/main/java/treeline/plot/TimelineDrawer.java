package treeline.plot;

import treeline.plot.draw.Area;
import treeline.plot.draw.Axis;
import treeline.plot.draw.Box;
import treeline.plot.draw.Canvas;
import treeline.plot.draw.Legend;
import treeline.plot.draw.RowNames;
import treeline.plot.draw.Theme;
import treeline.plot.draw.TimeAxis;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.List;

/// Draws a [TimelineChart]. The cells of a category are one path, so that rasters of many cells
/// stay small.
final class TimelineDrawer {
    private static final double MAX_HEIGHT = 480;
    private static final double MIN_ROW = 1;
    private static final double MAX_ROW = 20;
    private static final double NAMED = 15;

    private TimelineDrawer() {}

    static double draw(TimelineChart chart, Canvas canvas, double top) {
        double upper = Legend.draw(legend(chart, canvas), canvas, top) + 8;
        RowNames names =
                RowNames.of(
                        chart.rows().stream().map(TimelineChart.Row::name).toList(),
                        canvas.width());
        double row = height(chart.rows().size());
        double left = names.right();
        double room = canvas.width() - Canvas.MARGIN - 12 - left;
        double column =
                room >= chart.columns()
                        ? Math.floor(room / chart.columns())
                        : room / chart.columns();
        var box = new Box(left, upper, column * chart.columns(), row * chart.rows().size());
        TimeAxis time = TimeAxis.of(chart.from(), chart.to(), box);
        double bottom = time.below(new Area(canvas, box));
        int every = (int) Math.max(1, Math.ceil(NAMED / row));
        for (int i = 0; i < chart.rows().size(); i += every)
            names.draw(i, upper + (i + 0.5) * row, canvas);
        cells(chart, box, column, row, canvas);
        messages(chart, time.axis(), upper, row, canvas);
        return bottom;
    }

    /// Whole pixels, so that rows have sharp edges.
    private static double height(int rows) {
        return Math.floor(Math.clamp(MAX_HEIGHT / rows, MIN_ROW, MAX_ROW));
    }

    private static List<Legend.Entry> legend(TimelineChart chart, Canvas canvas) {
        List<Legend.Entry> entries = new ArrayList<>();
        for (int i = 0; i < chart.categories().size(); i++) {
            TimelineChart.Category each = chart.categories().get(i);
            String text =
                    Double.isNaN(each.share())
                            ? each.name()
                            : "%s %s".formatted(each.name(), Quantity.percent(each.share()));
            entries.add(new Legend.Entry(text, colour(chart, i, canvas)));
        }
        return entries;
    }

    private static String colour(TimelineChart chart, int category, Canvas canvas) {
        Theme theme = canvas.theme();
        TimelineChart.Category shown = chart.categories().get(category);
        return switch (shown.role()) {
            case NAMED -> theme.series(shown.colour());
            case OTHER -> theme.series(Theme.COLOURS - 1);
            case IDLE -> theme.missing();
        };
    }

    private static void cells(
            TimelineChart chart, Box box, double column, double row, Canvas canvas) {
        List<List<Box>> cells = new ArrayList<>();
        for (int i = 0; i < chart.categories().size(); i++) cells.add(new ArrayList<>());
        double gap = row > 6 ? 1 : 0;
        for (int i = 0; i < chart.rows().size(); i++)
            for (TimelineChart.Stretch each : chart.rows().get(i).stretches())
                cells.get(each.category())
                        .add(
                                new Box(
                                        box.x() + each.from() * column,
                                        box.y() + i * row,
                                        (each.to() - each.from()) * column,
                                        row - gap));
        for (int i = 0; i < cells.size(); i++) canvas.cells(cells.get(i), colour(chart, i, canvas));
    }

    /// Lines are cut at the ends of the time axis.
    private static void messages(
            TimelineChart chart, Axis x, double top, double row, Canvas canvas) {
        for (TimelineChart.Message each : chart.messages()) {
            double sender = top + (each.sender() + 0.5) * row;
            double receiver = top + (each.receiver() + 0.5) * row;
            double sent = Math.max(each.sent(), chart.from());
            double received = Math.min(each.received(), chart.to());
            double slope =
                    (receiver - sender)
                            / Math.max(each.received() - each.sent(), Double.MIN_NORMAL);
            boolean instant = each.received() <= each.sent();
            double from = instant ? sender : sender + slope * (sent - each.sent());
            double to = instant ? receiver : receiver - slope * (each.received() - received);
            canvas.path(
                    new double[] {x.at(sent), x.at(received)},
                    new double[] {from, to},
                    canvas.theme().ink(),
                    0.7,
                    "",
                    0.8);
        }
    }
}
