package treeline.plot;

import java.util.List;

/// Which metrics rise and fall together, as colours from -1 to 1.
///
/// @param values by row and column; NaN where there is no correlation to compute
public record CorrelationMatrix(Caption caption, List<String> names, List<List<Double>> values)
        implements Figure {
    public CorrelationMatrix {
        names = List.copyOf(names);
        values = values.stream().map(List::copyOf).toList();
        Required.some(names, "no metrics to draw");
        Required.equal(values.size(), names.size(), "%d rows of %d metrics");
    }

    @Override
    public CorrelationMatrix withCaption(Caption other) {
        return new CorrelationMatrix(other, names, values);
    }

    @Override
    public String toString() {
        return summary();
    }
}
