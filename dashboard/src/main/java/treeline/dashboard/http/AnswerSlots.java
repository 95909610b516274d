package treeline.dashboard.http;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Computes answers, a limited number at once and for a limited time. Only complete requests get a
/// slot, in the order of their arrival, and they return it before the answer is sent: slow clients
/// hold none.
///
/// A computation that takes too long, or whose client has left, is interrupted, which long work
/// notices ([treeline.cores.Interrupts]). Its slot is free when it has ended.
///
/// The threads are platform threads, because a few long computations on virtual threads would keep
/// short answers waiting.
public final class AnswerSlots {
    private final ExecutorService threads;
    private final Semaphore slots;
    private final Duration wait;
    private final Duration limit;

    /// @param wait the maximum time until a slot is free
    /// @param limit the maximum time of a computation
    public AnswerSlots(ExecutorService threads, int slots, Duration wait, Duration limit) {
        this.threads = threads;
        this.slots = new Semaphore(slots, /* fair= */ true);
        this.wait = wait;
        this.limit = limit;
    }

    /// Computes an answer in a slot.
    ///
    /// @throws RefusedRequest if no slot is free in time, or the answer takes too long
    /// @throws IOException also if the client leaves meanwhile
    public <T> T compute(Callable<T> answer) throws IOException {
        try {
            if (!slots.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS))
                throw new RefusedRequest(
                        Status.BUSY, "too many requests at once", "try again in a moment");
            var task = new FutureTask<>(answer);
            start(task);
            return result(task);
        } catch (InterruptedException ended) {
            throw new IOException("the client has left, or the server was closed", ended);
        } catch (ExecutionException failed) {
            throw unwrapped(failed.getCause());
        }
    }

    private void start(FutureTask<?> task) {
        Runnable inSlot =
                () -> {
                    try {
                        task.run();
                    } finally {
                        slots.release();
                    }
                };
        try {
            threads.execute(inSlot);
        } catch (RejectedExecutionException closed) {
            slots.release();
            throw closed;
        }
    }

    private <T> T result(FutureTask<T> task) throws InterruptedException, ExecutionException {
        try {
            return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new RefusedRequest(
                    Status.BUSY,
                    "the answer took longer than %d s and was given up"
                            .formatted(limit.toSeconds()),
                    "ask for less, such as fewer runs or ranks, or start 'treeline serve' with a"
                            + " longer --time-limit");
        } finally {
            task.cancel(/* mayInterruptIfRunning= */ true); // if nobody waits for it any more
        }
    }

    private static IOException unwrapped(@Nullable Throwable cause) {
        if (cause instanceof RuntimeException unchecked) throw unchecked;
        if (cause instanceof Error error) throw error;
        return cause instanceof IOException failed ? failed : new IOException(cause);
    }
}
