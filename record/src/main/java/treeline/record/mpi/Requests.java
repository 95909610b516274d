package treeline.record.mpi;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// What threads ask of the one that makes all MPI calls. Every request is run or refused, also one
/// that comes while the funnel is being closed: whoever waits for it must not wait for ever, and no
/// call may be made after the last one.
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
