package treeline.record.events;

import java.util.concurrent.Semaphore;

/// A semaphore for unpacking the values of a group of ranks. Ranks of one JVM share its memory, so
/// at most one group per core is unpacked at once.
public final class Room implements AutoCloseable {
    private static final Semaphore FREE =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors()));
    private static final Room NONE = new Room(0);

    private final int taken;

    private Room(int taken) {
        this.taken = taken;
    }

    /// Waits for room where it is wanted.
    public static Room take(boolean wanted) {
        if (!wanted) return NONE;
        FREE.acquireUninterruptibly();
        return new Room(1);
    }

    @Override
    public void close() {
        FREE.release(taken);
    }
}
