package treeline.table;

import java.util.Objects;

/// A sort key: a column and a direction. Missing values are last in both directions.
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
