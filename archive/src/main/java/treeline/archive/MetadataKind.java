package treeline.archive;

import treeline.model.Metadata.Value;

import java.sql.ResultSet;
import java.sql.SQLException;

/// The type of a metadata value, which SQLite does not store.
final class MetadataKind {
    private MetadataKind() {}

    static String of(Value value) {
        return switch (value) {
            case Value.Text _ -> "text";
            case Value.Whole _ -> "whole";
            case Value.Real _ -> "real";
            case Value.Flag _ -> "flag";
        };
    }

    static Value read(String kind, ResultSet row, int column) throws SQLException {
        return switch (kind) {
            case "whole" -> new Value.Whole(row.getLong(column));
            case "real" -> new Value.Real(row.getDouble(column));
            case "flag" -> new Value.Flag(row.getBoolean(column));
            default -> new Value.Text(row.getString(column));
        };
    }
}
