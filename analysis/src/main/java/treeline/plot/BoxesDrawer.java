package treeline.plot;

import treeline.plot.draw.Area;
import treeline.plot.draw.Axis;
import treeline.plot.draw.Box;
import treeline.plot.draw.Canvas;
import treeline.plot.draw.Density;
import treeline.plot.draw.PathLabels;
import treeline.plot.draw.RowNames;
import treeline.plot.draw.TextStyle;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/// Draws [Boxes] horizontally, with room for long names. Each node is a panel: one row, or one row
/// per group of runs below the name of the node. Panels share an axis if that shows the spread.
final class BoxesDrawer {
    private static final double ROW = 30;
    private static final double GROUPED_ROW = 24;
    private static final double VIOLIN = 1.4;
    private static final double HEADING = 20;
    private static final double GAP = 8;
    private static final double RIGHT = 12;
    private static final double MARK_WITH_UNIT = 80;

    /// Below this share of a shared axis, a spread is too narrow to read.
    private static final double NARROW = 0.1;

    /// The rows of one node.
    private record Panel(String name, int first, List<Boxes.Spread> rows) {
        DoubleStream values() {
            return rows.stream().flatMap(row -> row.values().stream()).mapToDouble(each -> each);
        }

        /// The part of an axis that the values cover.
        double share(Axis x) {
            var range = values().summaryStatistics();
            double pixels = x.at(range.getMax()) - x.at(range.getMin());
            return Math.abs(pixels / (x.end() - x.start()));
        }

        boolean varies() {
            var range = values().summaryStatistics();
            return range.getCount() > 1 && range.getMax() > range.getMin();
        }
    }

    private final Boxes boxes;
    private final Canvas canvas;
    private final List<Panel> panels;
    private final boolean grouped;
    private final RowNames names;
    private final List<String> headings;

    private BoxesDrawer(Boxes boxes, Canvas canvas) {
        this.boxes = boxes;
        this.canvas = canvas;
        this.panels = panels(boxes);
        this.grouped = boxes.isGrouped();
        this.names = names(boxes, canvas);
        this.headings =
                PathLabels.of(
                        panels.stream().map(Panel::name).toList(),
                        canvas.inner(),
                        canvas.ink().strong());
    }

    static double draw(Boxes boxes, Canvas canvas, double top) {
        return new BoxesDrawer(boxes, canvas).draw(top);
    }

    private static List<Panel> panels(Boxes boxes) {
        List<Panel> panels = new ArrayList<>();
        int row = 0;
        for (Boxes.Spread spread : boxes.spreads()) {
            boolean isNew =
                    !boxes.isGrouped()
                            || panels.isEmpty()
                            || !panels.getLast().name().equals(spread.name());
            if (isNew) panels.add(new Panel(spread.name(), row, new ArrayList<>()));
            panels.getLast().rows().add(spread);
            row++;
        }
        return panels;
    }

    private static RowNames names(Boxes boxes, Canvas canvas) {
        Stream<Boxes.Spread> rows = boxes.spreads().stream();
        return boxes.isGrouped()
                ? RowNames.of(rows.map(Boxes.Spread::group).toList(), canvas.width())
                : RowNames.ofPaths(rows.map(Boxes.Spread::name).toList(), canvas.width());
    }

    private double rowHeight() {
        return (grouped ? GROUPED_ROW : ROW) * (boxes.violins() ? VIOLIN : 1);
    }

    private double draw(double top) {
        double left = names.right();
        double width = canvas.width() - Canvas.MARGIN - RIGHT - left;
        Axis shared =
                axis(
                        panels.stream().flatMapToDouble(Panel::values),
                        left,
                        width,
                        Area.marksAcross(width));
        boolean own = hasOwnAxes(shared);
        int marks = Math.max(2, (int) (width / MARK_WITH_UNIT));
        double bottom = top;
        for (int i = 0; i < panels.size(); i++) {
            Panel panel = panels.get(i);
            double upper = bottom + (grouped ? heading(i, bottom) : 0);
            var box = new Box(left, upper, width, panel.rows().size() * rowHeight());
            var area = new Area(canvas, box);
            Axis x = own ? withUnits(axis(panel.values(), left, width, marks)) : shared;
            boolean last = i == panels.size() - 1;
            if (own) bottom = area.below(x, "", true) + GAP;
            else if (last) bottom = area.below(x, boxes.axis(), true);
            else bottom = grid(x, box);
            rows(panel, x, upper);
        }
        return own ? axisName(left + width / 2, bottom) : bottom;
    }

    private double heading(int panel, double y) {
        TextStyle ink = canvas.ink().strong();
        canvas.cut(headings.get(panel), panels.get(panel).name(), Canvas.MARGIN, y + 12, ink);
        return HEADING;
    }

    private double grid(Axis x, Box box) {
        double bottom = box.bottom() + (grouped ? GAP : 0);
        for (Axis.Mark mark : x.marks()) {
            double at = x.at(mark.value());
            canvas.line(at, box.y(), at, box.bottom(), canvas.theme().grid(), 1, "");
        }
        return bottom;
    }

    private double axisName(double middle, double y) {
        canvas.text(boxes.axis(), middle, y + 8, canvas.ink().at(TextStyle.Anchor.MIDDLE));
        return y + 14;
    }

    private boolean hasOwnAxes(Axis shared) {
        return switch (boxes.axes()) {
            case OWN -> true;
            case SHARED -> false;
            case AUTO -> panels.size() > 1 && isNarrow(shared);
        };
    }

    /// Whether at least half of the panels would be too narrow to read.
    private boolean isNarrow(Axis shared) {
        double[] shares =
                panels.stream()
                        .filter(Panel::varies)
                        .mapToDouble(panel -> panel.share(shared))
                        .sorted()
                        .toArray();
        return shares.length > 0 && shares[(shares.length - 1) / 2] < NARROW;
    }

    /// Logarithmic if values span decades.
    private Axis axis(DoubleStream all, double left, double width, int marks) {
        double[] values = all.toArray();
        var range = DoubleStream.of(values).summaryStatistics();
        return values.length > 0 && Axis.spansDecades(range.getMin(), range.getMax())
                ? Axis.logarithmic(DoubleStream.of(values), boxes.unit(), left, left + width, marks)
                : Axis.linear(
                        DoubleStream.of(values), boxes.unit(), false, left, left + width, marks);
    }

    /// The unit at every mark, because panels may have different units.
    private Axis withUnits(Axis x) {
        return x.withMarks(
                x.marks().stream()
                        .map(each -> new Axis.Mark(each.value(), withUnit(each.value())))
                        .toList());
    }

    private String withUnit(double value) {
        return value == 0 ? "0" : Axis.whole(value, boxes.unit());
    }

    private void rows(Panel panel, Axis x, double top) {
        for (int i = 0; i < panel.rows().size(); i++) {
            double middle = top + (i + 0.5) * rowHeight();
            names.draw(panel.first() + i, middle, canvas);
            String colour = canvas.theme().series(grouped ? i : 0);
            new BoxDrawer(boxes, x, canvas, rowHeight()).draw(panel.rows().get(i), middle, colour);
        }
    }

    /// Draws one box with whiskers and outliers, or one violin with a thin box inside.
    ///
    /// @param row the height of a row
    private record BoxDrawer(Boxes boxes, Axis x, Canvas canvas, double row) {
        private static final double BOX = 16;

        void draw(Boxes.Spread spread, double middle, String colour) {
            if (spread.values().isEmpty()) {
                canvas.text("no values", x.start() + 6, middle + 4, canvas.muted());
                return;
            }
            if (boxes.violins()) violin(spread, middle, colour);
            double high = boxes.violins() ? BOX / 2.4 : BOX;
            double low = x.at(spread.lowerWhisker());
            double up = x.at(spread.upperWhisker());
            String ink = canvas.theme().ink();
            if (!boxes.violins())
                for (double end : new double[] {low, up})
                    canvas.line(end, middle - high / 3, end, middle + high / 3, ink, 1, "");
            double q1 = x.at(spread.q1());
            double wide = Math.max(1, x.at(spread.q3()) - q1);
            canvas.line(Math.min(low, q1), middle, q1, middle, ink, 1, "");
            canvas.line(q1 + wide, middle, Math.max(up, q1 + wide), middle, ink, 1, "");
            canvas.frame(
                    new Box(q1, middle - high / 2, wide, high),
                    boxes.violins() ? canvas.theme().background() : colour,
                    boxes.violins() ? 0.9 : 0.55,
                    ink);
            double median = x.at(spread.median());
            canvas.line(median, middle - high / 2, median, middle + high / 2, ink, 2.4, "");
            for (double outlier : spread.outliers()) outlier(spread, outlier, middle);
        }

        private void outlier(Boxes.Spread spread, double value, double middle) {
            String name = spread.name() + (spread.group().isEmpty() ? "" : ", " + spread.group());
            canvas.dot(
                    x.at(value),
                    middle,
                    3.2,
                    canvas.theme().ink(),
                    1,
                    "%s: %s".formatted(name, canvas.numbers().of(value, boxes.unit())));
        }

        /// The outline ends at the minimum and the maximum of the values.
        private void violin(Boxes.Spread spread, double middle, String colour) {
            DoubleUnaryOperator scale =
                    x.logarithmic() ? Math::log : DoubleUnaryOperator.identity();
            Density density =
                    Density.of(spread.values().stream().map(scale::applyAsDouble).toList());
            if (!density.isDrawable()) return;
            double least = spread.values().getFirst();
            double most = spread.values().getLast();
            double[] sizes = new double[Density.STEPS + 1];
            double largest = 0;
            for (int i = 0; i < sizes.length; i++) {
                sizes[i] = density.at(scale.applyAsDouble(step(least, most, i)));
                largest = Math.max(largest, sizes[i]);
            }
            double[] xs = new double[2 * sizes.length];
            double[] ys = new double[2 * sizes.length];
            for (int i = 0; i < sizes.length; i++) {
                double half = sizes[i] / largest * row * 0.44;
                int back = xs.length - 1 - i;
                xs[i] = xs[back] = x.at(step(least, most, i));
                ys[i] = middle - half;
                ys[back] = middle + half;
            }
            canvas.area(xs, ys, colour, 0.55);
        }

        /// Steps of equal width in the figure.
        private double step(double least, double most, int step) {
            double share = (double) step / Density.STEPS;
            return x.logarithmic()
                    ? least * Math.pow(most / least, share)
                    : least + (most - least) * share;
        }
    }
}
