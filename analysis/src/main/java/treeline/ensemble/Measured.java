package treeline.ensemble;

import treeline.model.Unit;
import treeline.table.Column;

/// A column of an answer: programs know it by its name and its unit, people by a heading that need
/// not repeat what the title says.
public record ColumnHeading(Column column, String heading, Unit unit) {

    /// A column of texts or plain numbers.
    public static ColumnHeading plain(Column column) {
        return new ColumnHeading(column, column.name(), Unit.COUNT);
    }
}
