package treeline.plot;

import treeline.model.Unit;

import java.util.List;

/// How often values are how large: a panel for each node, with bins of equal width.
///
/// @param axis what the values are, such as `time (exclusive)`
/// @param counted what has a value: `ranks` or `runs`
public record Histogram(Caption caption, String axis, Unit unit, String counted, List<Panel> panels)
        implements Figure {

    /// One node.
    ///
    /// @param counts of bins of equal width from the least to the largest value
    /// @param median where half of the values lie below
    public record Panel(
            String name, double least, double largest, double median, List<Integer> counts) {
        public Panel {
            counts = List.copyOf(counts);
            Required.some(counts, "a histogram without bins");
        }

        /// The lower edge of a bin.
        double edge(int bin) {
            return least + (largest - least) * bin / counts.size();
        }
    }

    public Histogram {
        panels = List.copyOf(panels);
        Required.some(panels, "no values to draw a histogram of");
    }

    @Override
    public Histogram withCaption(Caption other) {
        return new Histogram(other, axis, unit, counted, panels);
    }

    @Override
    public String toString() {
        return summary();
    }
}
