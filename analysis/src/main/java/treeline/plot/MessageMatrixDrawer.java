package treeline.plot;

import treeline.plot.draw.Box;
import treeline.plot.draw.Canvas;
import treeline.plot.draw.DistinctNames;
import treeline.plot.draw.RowNames;
import treeline.plot.draw.TextMetrics;
import treeline.plot.draw.TextStyle;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/// Draws a [MessageMatrix]. Cells of few ranks have tooltips; those of many are one path per
/// colour.
final class MessageMatrixDrawer {
    private static final double MAX_CELL = 44;
    private static final double MAX_SIDE = 560;
    private static final double UPRIGHT = 120;
    private static final double NAMED = 15;
    private static final int FEW = 64;
    private static final int COLOURS = 24;

    private MessageMatrixDrawer() {}

    static double draw(MessageMatrix matrix, Canvas canvas, double top) {
        int count = matrix.names().size();
        RowNames names = RowNames.of(matrix.names(), canvas.width());
        double left = names.right() + NAMED;
        double room = Math.min(MAX_SIDE, canvas.width() - Canvas.MARGIN - left);
        double cell = Math.min(MAX_CELL, room / count);
        double head = headHeight(matrix.names());
        double upper = top + NAMED + head + 8;
        var box = new Box(left, upper, cell * count, cell * count);
        names(matrix, names, head, box, cell, canvas);
        canvas.frame(box, canvas.theme().background(), 0, canvas.theme().grid());
        DoubleSummaryStatistics range = range(matrix);
        if (count <= FEW) single(matrix, range, box, cell, canvas);
        else byColour(matrix, range, box, cell, canvas);
        return scale(matrix, range, canvas, box.bottom() + 12);
    }

    private static double headHeight(List<String> names) {
        double longest =
                names.stream().mapToDouble(n -> TextMetrics.width(n, 12, false)).max().orElse(0);
        return Math.min(UPRIGHT, longest);
    }

    private static void names(
            MessageMatrix matrix,
            RowNames names,
            double head,
            Box box,
            double cell,
            Canvas canvas) {
        int every = (int) Math.max(1, Math.ceil(NAMED / cell));
        List<String> heads = DistinctNames.of(matrix.names(), head, canvas.ink());
        for (int i = 0; i < matrix.names().size(); i += every) {
            names.draw(i, box.y() + (i + 0.5) * cell, canvas);
            canvas.uprightCut(
                    heads.get(i),
                    matrix.names().get(i),
                    box.x() + (i + 0.5) * cell + 4,
                    box.y() - 6,
                    canvas.ink());
        }
        canvas.text("receiver", box.x(), box.y() - head - 12, canvas.muted());
        canvas.upright(
                "sender",
                box.x() - 4,
                box.y() + Math.max(box.height() / 2, TextMetrics.width("sender", 12, false)),
                Double.MAX_VALUE,
                canvas.muted());
    }

    private static DoubleSummaryStatistics range(MessageMatrix matrix) {
        return matrix.values().stream()
                .flatMap(List::stream)
                .mapToDouble(each -> each)
                .filter(each -> each > 0)
                .summaryStatistics();
    }

    private static double share(double value, DoubleSummaryStatistics range) {
        double least = range.getMin();
        double most = range.getMax();
        return least == most ? 1 : Math.log(value / least) / Math.log(most / least);
    }

    private static void single(
            MessageMatrix matrix,
            DoubleSummaryStatistics range,
            Box box,
            double cell,
            Canvas canvas) {
        for (int i = 0; i < matrix.names().size(); i++)
            for (int j = 0; j < matrix.names().size(); j++) {
                double value = matrix.values().get(i).get(j);
                if (!(value > 0)) continue;
                canvas.rect(
                        new Box(box.x() + j * cell, box.y() + i * cell, cell, cell),
                        canvas.theme().shades().at(share(value, range)),
                        "%s to %s: %s"
                                .formatted(
                                        matrix.names().get(i),
                                        matrix.names().get(j),
                                        canvas.numbers().of(value, matrix.unit())));
            }
    }

    private static void byColour(
            MessageMatrix matrix,
            DoubleSummaryStatistics range,
            Box box,
            double cell,
            Canvas canvas) {
        List<List<Box>> cells = new ArrayList<>();
        for (int colour = 0; colour < COLOURS; colour++) cells.add(new ArrayList<>());
        for (int i = 0; i < matrix.names().size(); i++)
            for (int j = 0; j < matrix.names().size(); j++) {
                double value = matrix.values().get(i).get(j);
                if (!(value > 0)) continue;
                int colour = (int) Math.rint(share(value, range) * (COLOURS - 1));
                cells.get(colour).add(new Box(box.x() + j * cell, box.y() + i * cell, cell, cell));
            }
        for (int colour = 0; colour < COLOURS; colour++)
            canvas.cells(
                    cells.get(colour), canvas.theme().shades().at((double) colour / (COLOURS - 1)));
    }

    /// The meaning of colours, from the smallest value above 0 to the largest.
    private static double scale(
            MessageMatrix matrix, DoubleSummaryStatistics range, Canvas canvas, double top) {
        TextStyle ink = canvas.muted().sized(11);
        if (range.getCount() == 0) {
            canvas.text("no messages", Canvas.MARGIN, top + 10, ink);
            return top + 16;
        }
        double step = 14;
        String least = canvas.numbers().of(range.getMin(), matrix.unit());
        canvas.text(least, Canvas.MARGIN, top + 10, ink);
        double x = Canvas.MARGIN + TextMetrics.width(least, 11, false) + 8;
        for (int i = 0; i < 8; i++)
            canvas.rect(
                    new Box(x + i * step, top, step, 12), canvas.theme().shades().at(i / 7.0), "");
        canvas.text(
                "%s, logarithmic".formatted(canvas.numbers().of(range.getMax(), matrix.unit())),
                x + 8 * step + 8,
                top + 10,
                ink);
        return top + 16;
    }
}
