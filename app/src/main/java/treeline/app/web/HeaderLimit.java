package treeline.app.web;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Ends connections whose header does not come to its end in time, so that nobody keeps others out
/// by opening many. The server of the JDK has one limit for headers and bodies together, and a file
/// that is dropped may take long. It reads a header on a thread of its executor, and interrupting
/// that thread closes the connection that it reads from.
final class HeaderLimit implements Executor {
    private final Executor threads;
    private final ScheduledExecutorService clock;
    private final Duration limit;
    private final Set<Reading> readings = ConcurrentHashMap.newKeySet();
    private final ThreadLocal<Reading> current = new ThreadLocal<>();

    HeaderLimit(Executor threads, ScheduledExecutorService clock, Duration limit) {
        this.threads = threads;
        this.clock = clock;
        this.limit = limit;
        long tick = Math.max(1, limit.toMillis() / 10);
        var _ = clock.scheduleWithFixedDelay(this::endLate, tick, tick, TimeUnit.MILLISECONDS);
    }

    /// A thread that reads a header.
    private static final class Reading {
        private final Thread thread = Thread.currentThread();
        private final long start = System.nanoTime();
        private boolean done;

        synchronized void end() {
            done = true;
        }

        synchronized void interruptAfter(Duration limit) {
            if (!done && System.nanoTime() - start > limit.toNanos()) thread.interrupt();
        }
    }

    @Override
    public void execute(Runnable exchange) {
        threads.execute(() -> run(exchange));
    }

    private void run(Runnable exchange) {
        var reading = new Reading();
        current.set(reading);
        readings.add(reading);
        try {
            exchange.run();
        } finally {
            headerIsRead();
            current.remove();
            Thread.interrupted(); // the thread is used again
        }
    }

    /// The header of the request of this thread is complete; its body may take longer.
    void headerIsRead() {
        Reading reading = current.get();
        if (reading == null) return;
        reading.end();
        readings.remove(reading);
    }

    private void endLate() {
        for (Reading reading : readings) reading.interruptAfter(limit);
    }

    void close() {
        clock.shutdownNow();
    }
}
