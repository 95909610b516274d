package treeline.plot;

import java.util.List;

/// A correlation matrix of metrics, coloured from -1 to 1.
///
/// @param values by row and column; NaN if the correlation is undefined
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
