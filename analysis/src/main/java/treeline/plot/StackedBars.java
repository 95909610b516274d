package treeline.plot;

import treeline.model.Unit;

import java.util.List;

/// Stacked bars: functions by run, or shares of issue slots by node.
///
/// @param axis the label of the value axis
/// @param shares whether every bar sums to 1 and is drawn in percent
/// @param bars the names of the bars
public record StackedBars(
        Caption caption,
        String axis,
        Unit unit,
        boolean shares,
        List<String> bars,
        List<Part> parts)
        implements Figure {

    /// One series: its value in every bar, NaN if missing.
    ///
    /// @param rest whether it is the remainder of the whole, which is drawn without a colour of its
    ///   own
    public record Part(String name, List<Double> values, boolean rest) {
        public Part {
            values = List.copyOf(values);
        }

        public Part(String name, List<Double> values) {
            this(name, values, false);
        }
    }

    public StackedBars {
        bars = List.copyOf(bars);
        parts = List.copyOf(parts);
        Required.some(bars, "no bars to draw");
        Required.some(parts, "bars without parts");
        for (Part part : parts)
            Required.equal(part.values.size(), bars.size(), part.name + " has %d of %d values");
    }

    /// How long a bar is; NaN where nothing of it was measured.
    public double total(int bar) {
        double total = Double.NaN;
        for (Part part : parts) {
            double value = part.values.get(bar);
            if (!Double.isNaN(value)) total = Double.isNaN(total) ? value : total + value;
        }
        return total;
    }

    @Override
    public StackedBars withCaption(Caption other) {
        return new StackedBars(other, axis, unit, shares, bars, parts);
    }

    @Override
    public String toString() {
        return summary();
    }
}
