package treeline.archive;

import java.time.Duration;

/// Limits of an SQL query, which may be endless.
///
/// @param time after which the query is stopped
/// @param rows the maximum number of rows that are read
public record QueryLimits(Duration time, int rows) {
    public static final QueryLimits NONE =
            new QueryLimits(Duration.ofSeconds(Integer.MAX_VALUE), Integer.MAX_VALUE);

    public QueryLimits {
        if (!time.isPositive()) throw new IllegalArgumentException("time limit: " + time);
        if (rows < 1) throw new IllegalArgumentException("row limit: " + rows);
    }
}
