package treeline.dashboard.http;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Computes answers, a limited number at once. Only complete requests get a slot, in the order of
/// their arrival, and they return it before the answer is sent: slow clients hold none.
///
/// The threads are platform threads, because a few long computations on virtual threads would keep
/// short answers waiting.
public final class AnswerSlots {
    private final ExecutorService threads;
    private final Semaphore slots;
    private final Duration wait;

    /// @param wait the maximum time until a slot is free
    public AnswerSlots(ExecutorService threads, int slots, Duration wait) {
        this.threads = threads;
        this.slots = new Semaphore(slots, /* fair= */ true);
        this.wait = wait;
    }

    /// Computes an answer in a slot.
    ///
    /// @throws RefusedRequest if no slot is free in time
    public <T> T compute(Callable<T> answer) throws IOException {
        try {
            if (!slots.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS))
                throw new RefusedRequest(
                        Status.BUSY, "too many requests at once", "try again in a moment");
            try {
                return threads.submit(answer).get();
            } finally {
                slots.release();
            }
        } catch (InterruptedException ended) {
            throw new IOException("the server was closed", ended);
        } catch (ExecutionException failed) {
            throw unwrapped(failed.getCause());
        }
    }

    private static IOException unwrapped(@Nullable Throwable cause) {
        if (cause instanceof RuntimeException unchecked) throw unchecked;
        if (cause instanceof Error error) throw error;
        return cause instanceof IOException failed ? failed : new IOException(cause);
    }
}
