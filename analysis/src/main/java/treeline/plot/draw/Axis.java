package treeline.plot.draw;

import treeline.model.Unit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;

/// Maps values to pixels along one direction, with ticks at round values.
///
/// @param from the value at the pixel `start`
/// @param to the value at the pixel `end`
/// @param symbol the common unit of all ticks; empty if each tick has its own
public record Axis(
        double from,
        double to,
        double start,
        double end,
        boolean logarithmic,
        String symbol,
        List<Mark> marks) {

    /// A tick with its label.
    public record Mark(double value, String text) {}

    private static final int MAX_DECADES_WITH_FIVES = 2;

    /// What is left free beyond the least and the largest value.
    private static final double SPACE = 0.03;

    public Axis {
        marks = List.copyOf(marks);
    }

    public double at(double value) {
        double share =
                logarithmic
                        ? Math.log(value / from) / Math.log(to / from)
                        : (value - from) / (to - from);
        return start + share * (end - start);
    }

    /// What lies on the axis.
    public boolean holds(double value) {
        return value >= from && value <= to;
    }

    /// The name of the axis with the unit of its marks: `time (inclusive) [ms]`.
    public String titled(String name) {
        return symbol.isEmpty() ? name : "%s [%s]".formatted(name, symbol);
    }

    public Axis named(String other) {
        return new Axis(from, to, start, end, logarithmic, other, marks);
    }

    public Axis withMarks(List<Mark> others) {
        return new Axis(from, to, start, end, logarithmic, symbol, others);
    }

    /// From the least to the largest value, and to 0 where that is near.
    ///
    /// @param marks about how many there may be
    public static Axis linear(
            DoubleStream values, Unit unit, boolean fromZero, double start, double end, int marks) {
        var all = values.filter(Double::isFinite).summaryStatistics();
        double least = all.getCount() == 0 ? 0 : all.getMin();
        double most = all.getCount() == 0 ? 1 : all.getMax();
        boolean nearZero = least > 0 && least < (most - least);
        if (least > 0 && (fromZero || nearZero)) least = 0;
        if (most < 0 && fromZero) most = 0;
        if (least == most) {
            double around = least == 0 ? 1 : Math.abs(least) / 2;
            if (!(fromZero && least == 0)) least -= around;
            most += around;
        }
        Magnitude magnitude = Magnitude.of(Math.max(Math.abs(least), Math.abs(most)), unit);
        double size = magnitude.size();
        double step = round((most - least) / size / Math.max(1, marks)) * size;
        double space = SPACE * (most - least);
        double from = least == 0 ? 0 : least - space;
        double to = most == 0 ? 0 : most + space;
        return new Axis(
                from,
                to,
                start,
                end,
                false,
                magnitude.symbol().strip(),
                steps(from, to, step, value -> plain(value / size)));
    }

    /// From one value exactly to another, without space at the ends.
    ///
    /// @param origin from which marks count
    public static Axis between(
            double from, double to, double origin, Unit unit, double start, double end) {
        int marks = Math.clamp((int) (Math.abs(end - start) / 90), 2, 8);
        double largest = Math.max(Math.abs(from - origin), Math.abs(to - origin));
        Magnitude magnitude = Magnitude.of(largest, unit);
        double size = magnitude.size();
        double step = round((to - from) / size / marks) * size;
        List<Mark> made =
                steps(from - origin, to - origin, step, value -> plain(value / size)).stream()
                        .map(mark -> new Mark(mark.value + origin, mark.text))
                        .toList();
        return new Axis(from, to, start, end, false, magnitude.symbol().strip(), made);
    }

    /// From 0 to a number of things, of which there are no halves.
    public static Axis counts(int most, double start, double end, int marks) {
        int last = Math.max(1, most);
        double to = last * (1 + SPACE);
        double step = Math.max(1, round((double) last / Math.max(1, marks), 1, 2, 5));
        return new Axis(0, to, start, end, false, "", steps(0, to, step, Axis::plain));
    }

    /// Whether small values would not be told apart beside the largest on a plain axis.
    public static boolean spansDecades(double least, double most) {
        return least > 0 && Double.isFinite(least) && most / least > 100;
    }

    private static List<Mark> steps(
            double from, double to, double step, DoubleFunction<String> text) {
        List<Mark> made = new ArrayList<>();
        for (double i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++)
            made.add(new Mark(i * step, text.apply(i * step)));
        return made;
    }

    /// The smallest of 1, 2, 2.5 and 5 times a power of ten that is not below a step.
    private static double round(double step) {
        return round(step, 1, 2, 2.5, 5);
    }

    private static double round(double step, double... digits) {
        double power = Math.pow(10, Math.floor(Math.log10(step)));
        for (double nice : digits) if (nice * power >= step * (1 - 1e-9)) return nice * power;
        return 10 * power;
    }

    /// Over the values above 0, with every mark in its own unit: decades of time have several.
    public static Axis logarithmic(
            DoubleStream values, Unit unit, double start, double end, int marks) {
        var all = values.filter(each -> each > 0 && Double.isFinite(each)).summaryStatistics();
        double least = all.getCount() == 0 ? 1 : all.getMin();
        double most = all.getCount() == 0 ? 10 : all.getMax();
        double scale = unit.dimension() == Unit.Dimension.OTHER ? 1 : unit.scale();
        if (least == most) {
            least /= 2;
            most *= 2;
        }
        double space = Math.pow(most / least, 0.05);
        double from = least / space;
        double to = most * space;
        return new Axis(from, to, start, end, true, "", decades(from, to, scale, unit, marks));
    }

    private static List<Mark> decades(double from, double to, double scale, Unit unit, int marks) {
        if (to / from < 10) {
            double step = round((to - from) * scale / Math.max(1, marks)) / scale;
            return steps(from, to, step, value -> whole(value, unit));
        }
        if (unit.dimension() == Unit.Dimension.BYTES) return powersOfTwo(from, to, unit, marks);
        int first = (int) Math.ceil(Math.log10(from * scale) - 1e-9);
        int last = (int) Math.floor(Math.log10(to * scale) + 1e-9);
        int every = Math.max(1, Math.ceilDiv(last - first, Math.max(1, marks)));
        double[] within =
                last - first <= MAX_DECADES_WITH_FIVES ? new double[] {1, 2, 5} : new double[] {1};
        List<Mark> made = new ArrayList<>();
        for (int decade = within.length == 1 ? first : first - 1; decade <= last; decade += every)
            for (double digit : within) {
                double value = digit * Math.pow(10, decade) / scale;
                if (value >= from && value <= to) made.add(new Mark(value, whole(value, unit)));
            }
        return made;
    }

    /// Round sizes of memory: `4 KiB`.
    private static List<Mark> powersOfTwo(double from, double to, Unit unit, int marks) {
        double doublings = Math.log(to / from) / Math.log(2);
        int every = (int) Math.max(1, Math.ceil(doublings / Math.max(1, marks)));
        List<Mark> made = new ArrayList<>();
        int first = (int) Math.ceil(Math.log(from * unit.scale()) / Math.log(2) / every);
        for (int i = first; Math.pow(2, (double) i * every) / unit.scale() <= to; i++) {
            double value = Math.pow(2, (double) i * every) / unit.scale();
            made.add(new Mark(value, whole(value, unit)));
        }
        return made;
    }

    /// A round value with its unit: `20 ms`.
    public static String whole(double value, Unit unit) {
        Magnitude magnitude = Magnitude.of(Math.abs(value), unit);
        return plain(value / magnitude.size()) + magnitude.symbol();
    }

    /// As many digits as a round value needs, thousands apart.
    public static String plain(double value) {
        BigDecimal exact = new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros();
        if (exact.signum() == 0) return "0";
        if (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e9) {
            String text = exact.round(new MathContext(3)).toEngineeringString();
            return text.length() < 12 ? text : String.format(Locale.ROOT, "%.2e", value);
        }
        String[] parts = exact.toPlainString().split("\\.");
        String whole = parts[0].replaceAll("(?<=\\d)(?=(\\d{3})+$)", ",");
        return parts.length == 1 ? whole : whole + "." + parts[1];
    }
}
