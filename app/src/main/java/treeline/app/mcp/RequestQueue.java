package treeline.app.mcp;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Evaluates tool calls, some at once, so that a slow one does not keep fast ones waiting, but not
/// all: each may need the memory of a large run. A call ends when its client cancels it or its time
/// is up: its thread is interrupted, which long work notices ([treeline.cores.Interrupts]).
final class RequestQueue implements AutoCloseable {
    static final int AT_ONCE = 4;

    private final ExecutorService workers =
            Executors.newFixedThreadPool(
                    AT_ONCE, Thread.ofPlatform().name("mcp-question-", 1).factory());
    private final Map<JsonValue, Pending> pending = new ConcurrentHashMap<>();
    private final Duration limit;

    private record Pending(CompletableFuture<Optional<JsonValue>> reply, FutureTask<Boolean> task) {
        /// The first reply counts.
        void end(Optional<JsonValue> with) {
            if (reply.complete(with)) task.cancel(/* mayInterruptIfRunning= */ true);
        }
    }

    /// @param limit for a call, its wait for others included
    RequestQueue(Duration limit) {
        this.limit = limit;
    }

    /// Queues a call.
    ///
    /// @param call computes the reply
    /// @param late the reply if the call takes too long
    /// @return the reply, empty if the request was cancelled before
    CompletableFuture<Optional<JsonValue>> submit(
            JsonValue id, Supplier<JsonValue> call, JsonValue late) {
        var reply = new CompletableFuture<Optional<JsonValue>>();
        var request =
                new Pending(reply, new FutureTask<>(() -> reply.complete(Optional.of(call.get()))));
        pending.put(id, request);
        var clock = CompletableFuture.delayedExecutor(limit.toNanos(), TimeUnit.NANOSECONDS);
        var deadline = new FutureTask<>(() -> request.end(Optional.of(late)), null);
        clock.execute(deadline);
        workers.execute(request.task);
        return reply.whenComplete(
                (_, _) -> {
                    pending.remove(id, request);
                    deadline.cancel(/* mayInterruptIfRunning= */ false); // and what it refers to
                });
    }

    /// Drops a request that waits, and interrupts one that is evaluated. Work that does not notice
    /// goes on for a while; its answer is dropped, too.
    void cancel(JsonValue id) {
        Pending request = pending.get(id);
        if (request != null) request.end(Optional.empty());
    }

    Duration limit() {
        return limit;
    }

    /// Waits for the queued calls.
    @Override
    public void close() {
        workers.close();
    }
}
