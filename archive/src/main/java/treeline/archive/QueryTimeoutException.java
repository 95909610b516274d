package treeline.archive;

import java.io.Serial;
import java.time.Duration;
import java.util.Locale;

/// A query that was stopped at its time limit. Its rows are not an answer: an `ORDER BY` or a sum
/// would be wrong.
public final class QueryTimeoutException extends IllegalArgumentException {
    @Serial private static final long serialVersionUID = 1;

    QueryTimeoutException(Duration limit, Throwable cause) {
        super(
                String.format(
                        Locale.ROOT, "SQL: the query was stopped after %,d s", limit.toSeconds()),
                cause);
    }
}
