package treeline.plot;

import treeline.model.Unit;

import java.util.List;

/// Histograms, one panel per node. Bins have equal widths, or equal ratios of their edges on a
/// logarithmic axis.
///
/// @param axis the label of the value axis, such as `time (exclusive)`
/// @param counted what is counted: `ranks` or `runs`
public record Histogram(
        Caption caption,
        String axis,
        Unit unit,
        String counted,
        boolean logarithmic,
        List<Panel> panels)
        implements Figure {

    /// The histogram of one node.
    ///
    /// @param counts of the bins from the minimum to the maximum
    /// @param median the median of the values
    public record Panel(
            String name, double least, double largest, double median, List<Integer> counts) {
        public Panel {
            counts = List.copyOf(counts);
            Required.some(counts, "a histogram without bins");
        }
    }

    /// The lower edge of a bin.
    double edge(Panel panel, int bin) {
        double share = (double) bin / panel.counts().size();
        return logarithmic
                ? panel.least() * Math.pow(panel.largest() / panel.least(), share)
                : panel.least() + (panel.largest() - panel.least()) * share;
    }

    public Histogram {
        panels = List.copyOf(panels);
        Required.some(panels, "no values to draw a histogram of");
    }

    @Override
    public Histogram withCaption(Caption other) {
        return new Histogram(other, axis, unit, counted, logarithmic, panels);
    }

    @Override
    public String toString() {
        return summary();
    }
}
