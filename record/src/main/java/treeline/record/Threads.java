package treeline.record;

import org.jspecify.annotations.Nullable;

/// Which rank a thread records for, and its event map. A thread that was started by a rank's thread
/// belongs to that rank; any other (of a shared pool) to the rank of the process that started its
/// recorder first.
final class Threads {
    private static final ThreadLocal<ThreadEvents> CURRENT = new ThreadLocal<>();
    private static final ThreadLocal<RankEvents> RANK = new InheritableThreadLocal<>();

    /// How many ranks of this process record: where none does, an event costs this look.
    private static volatile int recording;

    private static @Nullable RankEvents defaultRank;

    private Threads() {}

    static void enter(RankEvents rank) {
        synchronized (Threads.class) {
            RankEvents known = RANK.get();
            if (known != null
                    && !known.closed
                    && Thread.currentThread().equals(known.main.thread()))
                throw new IllegalStateException("a recorder already runs on this rank");
            if (defaultRank == null) defaultRank = rank;
            recording++;
        }
        RANK.set(rank);
        CURRENT.set(rank.main);
    }

    static synchronized void leave(RankEvents rank) {
        recording--;
        if (defaultRank == rank) defaultRank = null;
        RANK.remove();
        CURRENT.remove();
    }

    /// The event map of this thread, or null where nothing is recorded.
    static @Nullable ThreadEvents current() {
        if (recording == 0) return null;
        ThreadEvents mine = CURRENT.get();
        return mine != null && !mine.rank.closed ? mine : newcomer();
    }

    private static @Nullable ThreadEvents newcomer() {
        RankEvents rank = RANK.get();
        if (rank == null || rank.closed) rank = defaultRank();
        return rank == null ? null : enrolled(rank);
    }

    private static synchronized @Nullable RankEvents defaultRank() {
        return defaultRank;
    }

    private static ThreadEvents enrolled(RankEvents rank) {
        ThreadEvents mine = rank.newWorker(Thread.currentThread());
        CURRENT.set(mine);
        return mine;
    }

    /// The event map of this thread for a certain rank, or null if that rank no longer records.
    static @Nullable ThreadEvents of(RankEvents rank) {
        if (rank.closed) return null;
        ThreadEvents mine = CURRENT.get();
        return mine != null && mine.rank == rank ? mine : enrolled(rank);
    }
}
