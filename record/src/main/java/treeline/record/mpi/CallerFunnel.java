package treeline.record.mpi;

import treeline.record.ranks.CommunicatorException;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/// A funnel that makes the calls on the thread that asks, which is always the thread that opened
/// it. For programs that initialised MPI themselves with less than `MPI_THREAD_MULTIPLE`: no other
/// thread may call then, at least not without knowing what the program is doing.
final class CallerFunnel implements Funnel {
    private final Progress progress;
    private final Thread owner = Thread.currentThread();

    CallerFunnel(MpiLibrary library) {
        progress = new Progress(library);
    }

    private void checkThread() {
        if (!Thread.currentThread().equals(owner))
            throw new CommunicatorException(
                    "the program initialised MPI without MPI_THREAD_MULTIPLE, so only thread \"%s\" may use it here, not \"%s\""
                            .formatted(owner.getName(), Thread.currentThread().getName()));
    }

    @Override
    public <R> R run(Supplier<R> calls) {
        checkThread();
        return calls.get();
    }

    @Override
    public void completeAll(Call call, List<Object[]> operations) {
        checkThread();
        var request = new Progress.Request(false);
        progress.start(request, call, operations);
        while (!request.done.isDone()) pollAndPause();
        check(request.done);
    }

    private static void check(CompletableFuture<Boolean> done) {
        try {
            done.join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof CommunicatorException told ? told : failure;
        }
    }

    @Override
    public Funnel patient() {
        return this;
    }

    @Override
    public void close(Runnable lastCalls) {
        checkThread();
        while (!progress.isEmpty()) pollAndPause();
        lastCalls.run();
    }

    private void pollAndPause() {
        progress.poll();
        progress.pause();
    }
}
