package treeline.archive;

import org.sqlite.ProgressHandler;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/// Interrupts the queries of a connection when time is up. SQLite calls the progress handler while
/// a query runs, also before its first row. The driver's `setQueryTimeout` does not do it: it
/// limits the wait for a lock.
record Deadline(Connection connection) implements AutoCloseable {
    /// Instructions of SQLite's virtual machine between two calls: less than a millisecond.
    private static final int INSTRUCTIONS = 10_000;

    static Deadline start(Connection connection, Duration limit) throws SQLException {
        long start = System.nanoTime();
        ProgressHandler.setHandler(
                connection,
                INSTRUCTIONS,
                new ProgressHandler() {
                    @Override
                    protected int progress() {
                        return System.nanoTime() - start > limit.toNanos() ? 1 : 0;
                    }
                });
        return new Deadline(connection);
    }

    @Override
    public void close() throws SQLException {
        ProgressHandler.clearHandler(connection);
    }
}
