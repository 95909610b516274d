package treeline.record.mpi;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Queue of the thread that makes all MPI calls. Every request is run or refused, even if it
/// arrives while the queue is being closed: no caller may wait forever, and no call may follow
/// MPI_Finalize.
final class MpiCallQueue {
    private final Queue<Request> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean over;

    private record Request(Runnable work, Runnable refusal) {}

    /// Asks for work; from any thread.
    ///
    /// @param refusal run in the place of the work if the end comes first
    /// @return false if the end has come, and nothing will be run
    boolean add(Runnable work, Runnable refusal) {
        if (over) return false;
        var request = new Request(work, refusal);
        waiting.add(request);
        // Either the end is seen here, or it came after the request was there and refuses it.
        return !over || !waiting.remove(request);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    boolean isOver() {
        return over;
    }

    /// Runs what has been asked for; on the thread that makes the calls, as is [#end].
    void runAll() {
        for (Request next = waiting.poll(); next != null; next = waiting.poll()) next.work.run();
    }

    /// Refuses what waits and all that comes.
    void end() {
        over = true;
        for (Request next = waiting.poll(); next != null; next = waiting.poll()) next.refusal.run();
    }
}
