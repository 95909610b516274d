package treeline.record.ranks;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;

/// Runs a parallel program with all ranks in this JVM, for tests, teaching and experiments with up
/// to 32,768 ranks on a laptop.
///
/// ```java
/// InProcessRanks.run(8, ranks -> {
///     try (Recorder _ = Recorder.start(options, ranks)) { ... }
/// });
/// ```
public final class InProcessRanks {
    private InProcessRanks() {}

    /// The program of one rank. Collective calls must be made on the rank's own thread.
    @FunctionalInterface
    public interface RankProgram {
        void run(Communicator ranks) throws Exception;
    }

    /// Runs the program on virtual threads and returns when all ranks have finished.
    ///
    /// @throws CommunicatorException if a rank threw an exception; collective calls of the other
    ///   ranks are aborted
    public static void run(int size, RankProgram program) {
        run(size, Thread.ofVirtual().factory(), program);
    }

    /// The same on platform threads, whose CPU time and allocations the JVM can measure.
    public static void runOnPlatformThreads(int size, RankProgram program) {
        run(size, Thread.ofPlatform().factory(), program);
    }

    private static void run(int size, ThreadFactory threads, RankProgram program) {
        if (size < 1) throw new IllegalArgumentException("%d ranks".formatted(size));
        var world = new InProcessWorld(size);
        var ended = new CountDownLatch(size);
        var failure = new AtomicReference<@Nullable CommunicatorException>();
        List<Communicator> communicators = InProcessCommunicator.ofAll(world);
        for (int i = 0; i < size; i++) {
            int rank = i;
            Communicator mine = communicators.get(rank);
            var thread =
                    threads.newThread(() -> runRank(world, rank, mine, program, failure, ended));
            thread.setName("rank " + rank);
            thread.start();
        }
        awaitAll(world, ended);
        CommunicatorException failed = failure.get();
        if (failed != null) throw failed;
    }

    private static void runRank(
            InProcessWorld world,
            int rank,
            Communicator communicator,
            RankProgram program,
            AtomicReference<@Nullable CommunicatorException> failure,
            CountDownLatch ended) {
        world.enter(rank);
        try {
            program.run(communicator);
            world.leave(rank);
        } catch (Throwable thrown) {
            String message = "rank %d failed: %s".formatted(rank, thrown);
            CommunicatorException mine =
                    thrown instanceof CommunicatorException aborted
                            ? aborted
                            : new CommunicatorException(message, thrown);
            failure.compareAndSet(null, mine);
            world.abort(message, thrown);
        } finally {
            ended.countDown();
        }
    }

    private static void awaitAll(InProcessWorld world, CountDownLatch ended) {
        boolean interrupted = false;
        while (true) {
            try {
                ended.await();
                break;
            } catch (InterruptedException stop) {
                interrupted = true;
                world.abort("the run was interrupted", stop);
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
