package treeline.ensemble;

import treeline.model.Unit;
import treeline.table.Column;

/// Heading of a result column: name and unit for machine-readable output, a shorter heading for
/// people if the title already says the rest.
public record ColumnHeading(Column column, String heading, Unit unit) {

    /// A column of texts or plain numbers.
    public static ColumnHeading plain(Column column) {
        return new ColumnHeading(column, column.name(), Unit.COUNT);
    }
}
