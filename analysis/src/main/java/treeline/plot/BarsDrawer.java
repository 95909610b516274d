package treeline.plot;

import treeline.model.Unit;
import treeline.plot.draw.Area;
import treeline.plot.draw.Axis;
import treeline.plot.draw.Box;
import treeline.plot.draw.Canvas;
import treeline.plot.draw.Legend;
import treeline.plot.draw.RowNames;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// Draws [StackedBars] as horizontal bars, so that their names are readable. If there are very
/// many, bars become thin and only some are labelled.
final class BarsDrawer {
    private static final double ROW = 24;
    private static final double NAMED = 16;
    private static final double THINNEST = 2.5;
    private static final double MAX_HEIGHT = 1200;

    private BarsDrawer() {}

    static double draw(StackedBars bars, Canvas canvas, double top) {
        List<Legend.Entry> entries = new ArrayList<>();
        for (int i = 0; i < bars.parts().size(); i++)
            entries.add(new Legend.Entry(bars.parts().get(i).name(), colour(bars, i, canvas)));
        double upper = Legend.draw(entries, canvas, top) + 8;
        RowNames names = RowNames.ofPaths(bars.bars(), canvas.width());
        int count = bars.bars().size();
        double row = Math.clamp(MAX_HEIGHT / count, THINNEST, ROW);
        int every = (int) Math.max(1, Math.ceil(NAMED / row));
        double left = names.right();
        var box = new Box(left, upper, canvas.width() - Canvas.MARGIN - 12 - left, count * row);
        Axis x = axis(bars, box);
        double bottom = new Area(canvas, box).below(x, bars.axis(), true);
        for (int bar = 0; bar < count; bar++) {
            double y = upper + bar * row;
            if (bar % every == 0) names.draw(bar, y + row / 2, canvas);
            bar(bars, bar, x, new Box(left, y, box.width(), row), canvas);
        }
        return every == 1 ? bottom : unnamed(bars, every, canvas, bottom);
    }

    private static Axis axis(StackedBars bars, Box box) {
        DoubleStream ends =
                DoubleStream.concat(
                        bars.shares() ? DoubleStream.of(1) : DoubleStream.of(),
                        IntStream.range(0, bars.bars().size()).mapToDouble(bars::total));
        Axis x =
                Axis.linear(
                        ends,
                        bars.unit(),
                        true,
                        box.x(),
                        box.right(),
                        Area.marksAcross(box.width()));
        if (!bars.shares()) return x;
        return x.withMarks(
                x.marks().stream()
                        .map(
                                mark ->
                                        new Axis.Mark(
                                                mark.value(),
                                                Axis.plain(mark.value() * 100) + " %"))
                        .toList());
    }

    private static double unnamed(StackedBars bars, int every, Canvas canvas, double bottom) {
        canvas.text(
                "every %d%s of %d bars is named"
                        .formatted(every, ending(every), bars.bars().size()),
                Canvas.MARGIN,
                bottom + 14,
                canvas.muted().sized(11));
        return bottom + 16;
    }

    private static String ending(int number) {
        if (number / 10 % 10 == 1) return "th";
        return switch (number % 10) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
        };
    }

    /// What is left of the whole is grey.
    private static String colour(StackedBars bars, int part, Canvas canvas) {
        return bars.parts().get(part).rest()
                ? canvas.theme().missing()
                : canvas.theme().series(part);
    }

    private static void bar(StackedBars bars, int index, Axis x, Box row, Canvas canvas) {
        double gap = row.height() > 8 ? 2 : 0.2;
        if (Double.isNaN(bars.total(index))) {
            canvas.missing(
                    new Box(x.start(), row.y() + gap, 40, row.height() - 2 * gap),
                    bars.bars().get(index) + ": no value");
            return;
        }
        double sum = 0;
        for (int part = 0; part < bars.parts().size(); part++) {
            double value = bars.parts().get(part).values().get(index);
            if (!(value > 0)) continue;
            double from = x.at(sum);
            sum += value;
            var cell = new Box(from, row.y() + gap, x.at(sum) - from, row.height() - 2 * gap);
            canvas.rect(cell, colour(bars, part, canvas), title(bars, index, part, value, canvas));
        }
    }

    private static String title(StackedBars bars, int bar, int part, double value, Canvas canvas) {
        String number =
                bars.shares()
                        ? canvas.numbers().of(value * 100, Unit.COUNT) + " %"
                        : canvas.numbers().of(value, bars.unit());
        return "%s, %s: %s".formatted(bars.bars().get(bar), bars.parts().get(part).name(), number);
    }
}
