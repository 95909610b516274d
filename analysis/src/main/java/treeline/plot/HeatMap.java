package treeline.plot;

import treeline.model.Unit;

import java.util.List;

/// A heat map of node statistics: one row per node, one column per statistic. Each column has its
/// own colour scale from its minimum to its maximum, because units and magnitudes differ.
public record HeatMap(Caption caption, List<String> rows, List<Column> columns) implements Figure {

    /// The values of all rows, NaN if missing.
    public record Column(String name, Unit unit, List<Double> values) {
        public Column {
            values = List.copyOf(values);
        }
    }

    public HeatMap {
        rows = List.copyOf(rows);
        columns = List.copyOf(columns);
        Required.some(rows, "no nodes to draw");
        Required.some(columns, "no statistics to draw");
        for (Column column : columns)
            Required.equal(column.values.size(), rows.size(), column.name + " has %d of %d rows");
    }

    @Override
    public HeatMap withCaption(Caption other) {
        return new HeatMap(other, rows, columns);
    }

    @Override
    public String toString() {
        return summary();
    }
}
