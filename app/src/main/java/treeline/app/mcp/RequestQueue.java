package treeline.app.mcp;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/// Evaluates tool calls on a worker thread, one after the other, so that two questions about large
/// runs do not need the memory of both. Meanwhile the client may ping or cancel.
final class RequestQueue implements AutoCloseable {
    private final ExecutorService worker =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().name("mcp-question").factory());
    private final Map<JsonValue, Pending> pending = new ConcurrentHashMap<>();

    private record Pending(
            CompletableFuture<Optional<JsonValue>> reply, FutureTask<Boolean> task) {}

    /// Queues a call.
    ///
    /// @param call computes the reply; its argument tells whether the request was cancelled
    /// @return the reply, empty if the request was cancelled before
    CompletableFuture<Optional<JsonValue>> submit(
            JsonValue id, Function<BooleanSupplier, JsonValue> call) {
        var reply = new CompletableFuture<Optional<JsonValue>>();
        var task =
                new FutureTask<>(
                        () -> {
                            Optional<JsonValue> answer = Optional.of(call.apply(reply::isDone));
                            pending.remove(id);
                            return reply.complete(answer);
                        });
        pending.put(id, new Pending(reply, task));
        worker.execute(task);
        return reply;
    }

    /// Drops a request that waits, and interrupts one that is evaluated. Reads that ignore the
    /// interrupt end later; their answer is dropped, too.
    void cancel(JsonValue id) {
        Pending request = pending.remove(id);
        if (request == null) return;
        request.reply.complete(Optional.empty());
        request.task.cancel(true);
    }

    /// Waits for the queued calls.
    @Override
    public void close() {
        worker.close();
    }
}
