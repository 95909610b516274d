package treeline.table;

import java.util.Objects;

/// A column to sort by, and which way. Missing values are last either way.
public record Order(String column, boolean isAscending) {
    public Order {
        Objects.requireNonNull(column, "column");
    }

    public static Order ascending(String column) {
        return new Order(column, true);
    }

    public static Order descending(String column) {
        return new Order(column, false);
    }
}
