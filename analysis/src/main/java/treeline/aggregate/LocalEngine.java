package treeline.aggregate;

import java.io.IOException;
import java.io.Serializable;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The engine for one machine. Parts are loaded and mapped on all cores, as many at once as fit
/// into memory, and added in order. Sums over ranks are therefore bit-identical for any number of
/// parts and cores and any memory size.
public final class LocalEngine implements Engine {
    /// What a value costs while its part is worked on: twelve bytes in each order, in each scope.
    public static final long BYTES_PER_VALUE = 48;

    /// So many tasks per thread are done or under way before their turn.
    private static final int TASKS_AHEAD = 4;

    private final int threads;
    private final long memory;

    private LocalEngine(int threads, long memory) {
        this.threads = threads;
        this.memory = memory;
    }

    /// All cores, and half of the heap for parts.
    public static LocalEngine withDefaults() {
        return of(Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory() / 2);
    }

    /// An engine with limits of its own.
    ///
    /// @param threads the maximum number of parts in memory at once
    /// @param memory bytes for the parts that are in memory at once; at least one always is
    public static LocalEngine of(int threads, long memory) {
        if (threads < 1) throw new IllegalArgumentException("an engine without threads");
        return new LocalEngine(threads, memory);
    }

    @Override
    public <P, S extends Serializable, R> R run(
            Aggregation<P, S, R> aggregation, PartitionedSource work, Progress progress)
            throws IOException {
        int atOnce = atOnce(work);
        if (atOnce == 1) return inTurn(aggregation, work, progress);
        ExecutorService loaders = Executors.newFixedThreadPool(atOnce, LocalEngine::daemon);
        try {
            return inOrder(aggregation, work, progress, loaders, atOnce);
        } finally {
            end(loaders);
        }
    }

    @Override
    public <R extends Serializable> void map(List<? extends Task<R>> tasks, Consumer<R> next)
            throws IOException {
        ExecutorService workers = Executors.newFixedThreadPool(threads, LocalEngine::daemon);
        try {
            Deque<Future<R>> waiting = new ArrayDeque<>();
            for (Task<R> task : tasks) {
                if (waiting.size() == threads * TASKS_AHEAD) next.accept(get(waiting.remove()));
                waiting.add(workers.submit(task::run));
            }
            while (!waiting.isEmpty()) next.accept(get(waiting.remove()));
        } finally {
            end(workers);
        }
    }

    /// How many parts are in memory at the same time.
    public int atOnce(PartitionedSource work) {
        long largest =
                work.pieces().stream().mapToLong(PartitionedSource.Piece::values).max().orElse(0);
        int most = Math.clamp(work.pieces().size(), 1, threads);
        return Math.clamp(memory / Math.max(1, largest * BYTES_PER_VALUE), 1, most);
    }

    private static <P, S extends Serializable, R> R inTurn(
            Aggregation<P, S, R> aggregation, PartitionedSource work, Progress progress)
            throws IOException {
        S sum = aggregation.zero();
        for (PartitionedSource.Piece piece : work.pieces()) {
            if (Thread.interrupted()) throw new ClosedByInterruptException();
            sum = aggregation.add(sum, aggregation.map(piece.load()));
            progress.added(piece.values());
        }
        return aggregation.finish(sum);
    }

    private static <P, S extends Serializable, R> R inOrder(
            Aggregation<P, S, R> aggregation,
            PartitionedSource work,
            Progress progress,
            ExecutorService loaders,
            int atOnce)
            throws IOException {
        Deque<Future<P>> waiting = new ArrayDeque<>();
        Iterator<PartitionedSource.Piece> next = work.pieces().iterator();
        S sum = aggregation.zero();
        for (PartitionedSource.Piece piece : work.pieces()) {
            while (waiting.size() < atOnce && next.hasNext()) {
                PartitionedSource.Piece ahead = next.next();
                waiting.add(loaders.submit(() -> aggregation.map(ahead.load())));
            }
            if (Thread.interrupted()) throw new ClosedByInterruptException();
            sum = aggregation.add(sum, get(waiting.remove()));
            progress.added(piece.values());
        }
        return aggregation.finish(sum);
    }

    private static <P> P get(Future<P> mapped) throws IOException {
        try {
            return mapped.get();
        } catch (InterruptedException stopped) {
            throw new ClosedByInterruptException();
        } catch (ExecutionException failed) {
            switch (failed.getCause()) {
                case IOException cause -> throw cause;
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new IOException(failed);
            }
        }
    }

    /// Nothing goes on when the answer is there, or when there is none.
    private static void end(ExecutorService loaders) {
        loaders.shutdownNow();
        boolean interrupted = Thread.interrupted();
        try {
            while (!loaders.awaitTermination(1, TimeUnit.MINUTES)) {
                // a part is being loaded
            }
        } catch (InterruptedException _) {
            interrupted = true;
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private static Thread daemon(Runnable work) {
        return Thread.ofPlatform().daemon().name("parts").unstarted(work);
    }
}
