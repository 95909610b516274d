package treeline.dashboard.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Closes connections whose request header is not complete in time, so that many open connections
/// cannot lock others out. The JDK's server has one limit for headers and bodies together, and
/// uploads may take long. It reads a header on a thread of its executor, and interrupting that
/// thread closes the connection.
public final class HeaderLimit implements Executor {
    private final Executor threads;
    private final ScheduledExecutorService clock;
    private final Duration limit;
    private final Map<Thread, Reading> readings = new ConcurrentHashMap<>();

    public HeaderLimit(Executor threads, ScheduledExecutorService clock, Duration limit) {
        this.threads = threads;
        this.clock = clock;
        this.limit = limit;
        long tick = Math.max(1, limit.toMillis() / 10);
        var _ = clock.scheduleWithFixedDelay(this::endLate, tick, tick, TimeUnit.MILLISECONDS);
    }

    /// A thread that reads a header.
    private static final class Reading {
        private final long start = System.nanoTime();
        private boolean done;

        synchronized void end() {
            done = true;
        }

        synchronized void interruptAfter(Duration limit, Thread thread) {
            if (!done && System.nanoTime() - start > limit.toNanos()) thread.interrupt();
        }
    }

    @Override
    public void execute(Runnable exchange) {
        threads.execute(() -> run(exchange));
    }

    private void run(Runnable exchange) {
        readings.put(Thread.currentThread(), new Reading());
        try {
            exchange.run();
        } finally {
            headerIsRead();
            Thread.interrupted(); // the thread is used again
        }
    }

    /// The header of the request of this thread is complete; its body may take longer.
    public void headerIsRead() {
        Reading reading = readings.remove(Thread.currentThread());
        if (reading != null) reading.end();
    }

    private void endLate() {
        readings.forEach((thread, reading) -> reading.interruptAfter(limit, thread));
    }

    public void close() {
        clock.shutdownNow();
    }
}
