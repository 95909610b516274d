package treeline.dashboard;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// Collects the garbage of answers when there is more of it than of what is in use. Java's
/// collectors first take all memory that they may have, most of the machine, because answers
/// consist of few large arrays.
final class Garbage {
    static final long ALWAYS_ALLOWED = 256L << 20;

    private final LongSupplier used;
    private final Runnable collector;
    private final ReentrantLock collecting = new ReentrantLock();
    private volatile long live;

    /// @param used bytes of the heap, with garbage
    Garbage(LongSupplier used, Runnable collector) {
        this.used = used;
        this.collector = collector;
    }

    static Garbage ofProcess() {
        Runtime java = Runtime.getRuntime();
        return new Garbage(() -> java.totalMemory() - java.freeMemory(), System::gc);
    }

    /// To be called after each answer. It costs as much as what is in use, and comes after as much
    /// garbage.
    void collect() {
        if (used.getAsLong() <= 2 * live + ALWAYS_ALLOWED || !collecting.tryLock()) return;
        try {
            collector.run();
            live = used.getAsLong();
        } finally {
            collecting.unlock();
        }
    }
}
