package treeline.plot;

import treeline.model.Unit;
import treeline.plot.draw.Area;
import treeline.plot.draw.Axis;
import treeline.plot.draw.Box;
import treeline.plot.draw.Canvas;
import treeline.plot.draw.Legend;
import treeline.plot.draw.TimeAxis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/// Draws [StackedAreas]. The bins of a series are one path.
final class AreasDrawer {
    private static final double HEIGHT = 260;

    private AreasDrawer() {}

    static double draw(StackedAreas areas, Canvas canvas, double top) {
        List<Legend.Entry> entries = new ArrayList<>();
        for (int i = 0; i < areas.parts().size(); i++)
            entries.add(new Legend.Entry(areas.parts().get(i).name(), colour(areas, i, canvas)));
        double upper = Legend.draw(entries, canvas, top) + 30;
        Axis y = shares(upper);
        double left = Canvas.MARGIN + Area.marksWidth(y) + 12;
        var box = new Box(left, upper, canvas.width() - Canvas.MARGIN - 12 - left, HEIGHT);
        TimeAxis time = TimeAxis.of(areas.edges().getFirst(), areas.edges().getLast(), box);
        var area = new Area(canvas, box);
        area.left(y, areas.axis());
        double bottom = time.below(area);
        double[] sums = new double[areas.edges().size() - 1];
        for (int part = 0; part < areas.parts().size(); part++)
            part(areas, part, sums, time.axis(), y, canvas);
        area.baseline();
        return bottom;
    }

    private static Axis shares(double upper) {
        Axis y =
                Axis.linear(
                        DoubleStream.of(0, 1),
                        Unit.COUNT,
                        true,
                        upper + HEIGHT,
                        upper,
                        Area.marksDown(HEIGHT));
        return new Axis(0, 1, y.start(), y.end(), false, "", y.marks())
                .withMarks(
                        y.marks().stream()
                                .filter(mark -> mark.value() <= 1)
                                .map(mark -> new Axis.Mark(mark.value(), percent(mark.value())))
                                .toList());
    }

    private static String percent(double share) {
        return Axis.plain(share * 100) + " %";
    }

    private static String colour(StackedAreas areas, int part, Canvas canvas) {
        return switch (areas.parts().get(part).colour()) {
            case StackedAreas.Part.REST -> canvas.theme().missing();
            case StackedAreas.Part.NONE -> canvas.theme().grid();
            default -> canvas.theme().series(areas.parts().get(part).colour());
        };
    }

    private static void part(
            StackedAreas areas, int part, double[] sums, Axis x, Axis y, Canvas canvas) {
        List<Box> cells = new ArrayList<>();
        for (int bin = 0; bin < sums.length; bin++) {
            double share = areas.parts().get(part).shares().get(bin);
            if (!(share > 0)) continue;
            double bottom = y.at(sums[bin]);
            sums[bin] += share;
            double top = y.at(Math.min(sums[bin], 1));
            double left = x.at(areas.edges().get(bin));
            cells.add(new Box(left, top, x.at(areas.edges().get(bin + 1)) - left, bottom - top));
        }
        canvas.cells(cells, colour(areas, part, canvas));
    }
}
