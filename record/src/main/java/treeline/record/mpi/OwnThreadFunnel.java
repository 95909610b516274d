package treeline.record.mpi;

import treeline.record.ranks.CommunicatorException;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// A funnel with a platform thread of its own. Any thread may ask, virtual ones too: they wait
/// without holding their carrier. Works with every level of thread support if this thread
/// initialises MPI, and with `MPI_THREAD_MULTIPLE` if the program did.
final class OwnThreadFunnel implements Funnel {
    private final Progress progress;
    private final MpiCallQueue requests = new MpiCallQueue();
    private final Thread thread;

    OwnThreadFunnel(MpiLibrary library) {
        progress = new Progress(library);
        thread = Thread.ofPlatform().name("treeline-mpi").daemon().start(this::serve);
    }

    private void serve() {
        while (!requests.isOver()) {
            requests.runAll();
            progress.poll();
            if (!progress.isEmpty()) progress.pause();
            else if (!requests.isOver() && requests.isEmpty()) LockSupport.park(this);
        }
    }

    @Override
    public <R> R run(Supplier<R> calls) {
        CompletableFuture<R> result = new CompletableFuture<>();
        ask(
                () -> {
                    try {
                        result.complete(calls.get());
                    } catch (Throwable failure) {
                        result.completeExceptionally(failure);
                    }
                },
                result);
        return await(result);
    }

    @Override
    public void completeAll(Call call, List<Object[]> operations) {
        completeAll(false, call, operations);
    }

    void completeAll(boolean patient, Call call, List<Object[]> operations) {
        var request = new Progress.Request(patient);
        ask(() -> progress.start(request, call, operations), request.done);
        await(request.done);
    }

    @Override
    public Funnel patient() {
        return new PatientFunnel(this);
    }

    private void ask(Runnable work, CompletableFuture<?> result) {
        if (!requests.add(work, () -> result.completeExceptionally(isClosed()))) throw isClosed();
        LockSupport.unpark(thread);
    }

    private static CommunicatorException isClosed() {
        return new CommunicatorException("MPI is closed; its communicators can no longer be used");
    }

    private static <R> R await(CompletableFuture<R> result) {
        try {
            return result.join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof CommunicatorException told)
                throw new CommunicatorException(String.valueOf(told.getMessage()), told);
            throw failure;
        }
    }

    @Override
    public void close(Runnable lastCalls) {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        ask(() -> endWith(lastCalls, done), done);
        await(done);
    }

    private void endWith(Runnable lastCalls, CompletableFuture<Boolean> done) {
        try {
            while (!progress.isEmpty()) {
                progress.poll();
                progress.pause();
            }
            requests.end();
            lastCalls.run();
            done.complete(true);
        } catch (Throwable failure) {
            done.completeExceptionally(failure);
        }
    }
}
