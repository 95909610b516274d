package treeline.plot;

import treeline.model.Unit;
import treeline.plot.draw.Box;
import treeline.plot.draw.Canvas;
import treeline.plot.draw.ColourScale;
import treeline.plot.draw.DistinctNames;
import treeline.plot.draw.RowNames;
import treeline.plot.draw.TextMetrics;
import treeline.plot.draw.TextStyle;

import java.util.List;

/// Draws a [CorrelationMatrix] with a diverging colour scale from blue over white to red.
final class MatrixDrawer {
    private static final double CELL = 52;
    private static final double SMALL_CELL = 24;
    private static final int FEW = 12;
    private static final double UPRIGHT = 220;
    private static final double NAMES = 800;
    private static final double MIN_WIDTH = 560;

    private MatrixDrawer() {}

    static double width(CorrelationMatrix matrix, double asked) {
        double names = RowNames.of(matrix.names(), NAMES).right();
        return Math.max(
                Math.min(MIN_WIDTH, asked),
                names + matrix.names().size() * cell(matrix) + Canvas.MARGIN);
    }

    private static double cell(CorrelationMatrix matrix) {
        return matrix.names().size() <= FEW ? CELL : SMALL_CELL;
    }

    static double draw(CorrelationMatrix matrix, Canvas canvas, double top) {
        RowNames names = RowNames.of(matrix.names(), NAMES);
        int count = matrix.names().size();
        double cell = cell(matrix);
        double left = names.right();
        double longest =
                matrix.names().stream()
                        .mapToDouble(name -> TextMetrics.width(name, 12, false))
                        .max()
                        .orElse(0);
        double head = Math.min(UPRIGHT, longest);
        List<String> heads = DistinctNames.of(matrix.names(), head, canvas.ink());
        double y = top + head + 8;
        for (int i = 0; i < count; i++) {
            canvas.uprightCut(
                    heads.get(i),
                    matrix.names().get(i),
                    left + (i + 0.5) * cell + 4,
                    y - 6,
                    canvas.ink());
            names.draw(i, y + (i + 0.5) * cell, canvas);
            for (int j = 0; j < count; j++)
                cell(matrix, i, j, new Box(left + j * cell, y + i * cell, cell, cell), canvas);
        }
        return scale(canvas, left, y + count * cell + 10);
    }

    private static void cell(CorrelationMatrix matrix, int i, int j, Box place, Canvas canvas) {
        double value = matrix.values().get(i).get(j);
        var cell = new Box(place.x() + 1, place.y() + 1, place.width() - 2, place.height() - 2);
        String text = canvas.numbers().of(value, Unit.COUNT);
        String title =
                "%s and %s: %s".formatted(matrix.names().get(i), matrix.names().get(j), text);
        if (Double.isNaN(value)) {
            canvas.missing(cell, title);
            return;
        }
        String colour = ColourScale.DIVERGING.at((value + 1) / 2);
        canvas.rect(cell, colour, title);
        if (cell.width() < CELL - 2) return;
        canvas.text(
                text,
                cell.x() + cell.width() / 2,
                cell.y() + cell.height() / 2 + 4,
                cell.width() - 2,
                canvas.ink().sized(11).at(TextStyle.Anchor.MIDDLE).in(ColourScale.inkOn(colour)));
    }

    private static double scale(Canvas canvas, double left, double top) {
        double step = 14;
        TextStyle ink = canvas.muted().sized(11);
        double x = left;
        canvas.text("-1", x, top + 10, ink);
        x += 20;
        for (int i = 0; i < 9; i++)
            canvas.rect(
                    new Box(x + i * step, top, step, 12), ColourScale.DIVERGING.at(i / 8.0), "");
        x += 9 * step + 6;
        canvas.text("1", x, top + 10, ink);
        canvas.missing(new Box(x + 26, top, step, 12), "");
        canvas.text("none", x + 26 + step + 6, top + 10, ink);
        return top + 16;
    }
}
