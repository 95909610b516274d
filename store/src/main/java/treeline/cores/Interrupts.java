package treeline.cores;

import java.util.concurrent.CancellationException;

/// Ends work whose answer nobody waits for: a request that is cancelled, that takes too long or
/// whose client has left interrupts its thread. Long work asks here; what asks are the loops and
/// readers that all questions share, so that questions need not.
public final class Interrupts {
    private Interrupts() {}

    /// @throws CancellationException if this thread is interrupted, which it stays
    public static void check() {
        check(Thread.currentThread());
    }

    /// The same for a thread that works for another.
    static void check(Thread caller) {
        if (caller.isInterrupted())
            throw new CancellationException("interrupted: nobody waits for the answer any more");
    }
}
