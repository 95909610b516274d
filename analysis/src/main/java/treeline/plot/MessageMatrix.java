package treeline.plot;

import treeline.model.Unit;

import java.util.List;

/// A communication matrix: senders are rows, receivers are columns, on a logarithmic colour scale.
///
/// @param unit of the values: bytes or messages
/// @param names of senders and receivers
/// @param values by sender and receiver; 0 if they exchanged none
public record MessageMatrix(
        Caption caption, Unit unit, List<String> names, List<List<Double>> values)
        implements Figure {
    public MessageMatrix {
        names = List.copyOf(names);
        values = values.stream().map(List::copyOf).toList();
        Required.some(names, "no ranks to draw");
        Required.equal(values.size(), names.size(), "%d rows of %d ranks");
        for (List<Double> row : values)
            Required.equal(row.size(), names.size(), "%d columns of %d ranks");
    }

    @Override
    public MessageMatrix withCaption(Caption other) {
        return new MessageMatrix(other, unit, names, values);
    }

    @Override
    public String toString() {
        return summary();
    }
}
