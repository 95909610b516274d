package treeline.plot.draw;

import java.util.List;
import java.util.stream.Stream;

/// The plotting area between the axes, with grid, ticks and labels.
public record Area(Canvas canvas, Box box) {
    private static final double GAP = 8;
    private static final double MAX_NAME_WIDTH = 230;
    private static final double MAX_NAME_SHARE = 0.42;

    /// About how many marks fit along so many pixels.
    public static int marksDown(double pixels) {
        return Math.clamp((int) (pixels / 40), 3, 8);
    }

    public static int marksAcross(double pixels) {
        return Math.clamp((int) (pixels / 70), 4, 10);
    }

    /// How wide the marks left of the area are.
    public static double marksWidth(Axis y) {
        return y.marks().stream()
                .mapToDouble(mark -> TextMetrics.width(mark.text(), 12, false))
                .max()
                .orElse(0);
    }

    /// Values from bottom to top, named above the axis.
    public void left(Axis y, String name) {
        TextStyle ink = canvas.muted().at(TextStyle.Anchor.END);
        for (Axis.Mark mark : y.marks()) {
            double at = y.at(mark.value());
            canvas.line(box.x(), at, box.right(), at, canvas.theme().grid(), 1, "");
            canvas.text(mark.text(), box.x() - GAP, at + 4, ink);
        }
        canvas.text(
                y.titled(name),
                Math.max(Canvas.MARGIN, box.x() - GAP - marksWidth(y)),
                box.y() - 14,
                canvas.inner(),
                canvas.ink());
    }

    /// Values from left to right, named below; marks that would touch the one before are left out.
    /// Returns where the names end.
    public double below(Axis x, String name, boolean grid) {
        double last = Double.NEGATIVE_INFINITY;
        for (Axis.Mark mark : x.marks()) {
            double at = x.at(mark.value());
            if (grid) canvas.line(at, box.y(), at, box.bottom(), canvas.theme().grid(), 1, "");
            Box wanted =
                    Canvas.boxOf(mark.text(), at, 0, canvas.muted().at(TextStyle.Anchor.MIDDLE));
            if (wanted.x() < last + 6 || wanted.right() > canvas.width() || wanted.x() < 0)
                continue;
            canvas.line(at, box.bottom(), at, box.bottom() + 4, canvas.theme().muted(), 1, "");
            canvas.text(
                    mark.text(), at, box.bottom() + 18, canvas.muted().at(TextStyle.Anchor.MIDDLE));
            last = wanted.right();
        }
        if (name.isEmpty()) return box.bottom() + 24;
        canvas.text(
                x.titled(name),
                box.x() + box.width() / 2,
                box.bottom() + 38,
                box.width(),
                canvas.ink().at(TextStyle.Anchor.MIDDLE));
        return box.bottom() + 44;
    }

    public void baseline() {
        canvas.line(
                box.x(), box.bottom(), box.right(), box.bottom(), canvas.theme().muted(), 1, "");
    }

    /// The width of the labels of call paths at the right end of lines.
    public static double namesWidth(Stream<String> paths, Canvas canvas) {
        double widest =
                PathLabels.of(paths.toList()).stream()
                        .mapToDouble(
                                name -> TextMetrics.width(TextMetrics.printable(name), 12, false))
                        .max()
                        .orElse(0);
        return Math.min(maxNameWidth(canvas), widest) + 18;
    }

    private static double maxNameWidth(Canvas canvas) {
        return Math.min(MAX_NAME_WIDTH, MAX_NAME_SHARE * canvas.width());
    }

    /// Places moved up and down alike until they are a step apart, all between the axes.
    ///
    /// @param places ascending
    private double[] apart(double[] places, double step) {
        double[] y = places.clone();
        for (int round = 0; round < 100; round++)
            for (int i = 1; i < y.length; i++) {
                double lack = step - (y[i] - y[i - 1]);
                if (lack <= 0) continue;
                y[i - 1] -= lack / 2;
                y[i] += lack / 2;
            }
        double above = box.y();
        for (int i = 0; i < y.length; i++) {
            y[i] = Math.max(y[i], above);
            above = y[i] + step;
        }
        double below = box.bottom() + 4;
        for (int i = y.length - 1; i >= 0; i--) {
            y[i] = Math.min(y[i], below);
            below = y[i] - step;
        }
        return y;
    }

    /// Labels of call paths at the right end of lines, moved apart if they would overlap.
    ///
    /// @param at the vertical position at which each line ends
    public void ends(List<String> names, List<String> colours, List<Double> at) {
        double step = 15;
        Integer[] order = new Integer[names.size()];
        for (int i = 0; i < order.length; i++) order[i] = i;
        java.util.Arrays.sort(order, java.util.Comparator.comparing(at::get));
        double[] y = apart(Stream.of(order).mapToDouble(at::get).toArray(), step);
        List<String> shown = PathLabels.of(names, maxNameWidth(canvas), canvas.ink());
        for (int i = 0; i < order.length; i++) {
            double from = at.get(order[i]);
            String colour = colours.get(order[i]);
            canvas.line(box.right() + 2, from, box.right() + 12, y[i], colour, 1, "");
            canvas.cut(
                    shown.get(order[i]),
                    names.get(order[i]),
                    box.right() + 16,
                    y[i] + 4,
                    canvas.ink());
        }
    }
}
