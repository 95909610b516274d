package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.record.overhead.MutedNames;

/// Assigns threads to ranks and event maps. A thread belongs to the rank whose thread started it;
/// other threads, such as those of a shared pool, belong to the rank that started the first
/// recorder of the process.
final class Threads {
    private static final ThreadLocal<ThreadEvents> CURRENT = new ThreadLocal<>();
    private static final ThreadLocal<RankEvents> RANK = new InheritableThreadLocal<>();

    /// How many ranks of this process record: where none does, an event costs this look.
    private static volatile int recording;

    /// The event maps of some threads, by thread number: a look here saves one into the thread's
    /// own map, which is a call into the JVM where Java compiles only once. A thread puts its own
    /// map here and takes none that is not its own.
    private static final @Nullable ThreadEvents[] RECENT = new ThreadEvents[256];

    private static @Nullable RankEvents defaultRank;

    private Threads() {}

    /// To be asked before anything is made for a recorder that the program starts.
    ///
    /// @throws IllegalStateException if this thread has started one that is not closed
    static void requireFree() {
        RankEvents known = RANK.get();
        if (known != null
                && !known.closed
                && !known.unattended
                && Thread.currentThread().equals(known.main.thread()))
            throw new IllegalStateException("a recorder is already running on this rank");
    }

    static void enter(RankEvents rank) {
        synchronized (Threads.class) {
            if (rank.unattended && recording > 0) replace(rank);
            else enrol(rank);
        }
        if (rank.replaced) return;
        RANK.set(rank);
        belongsToThisThread(rank.main);
    }

    private static synchronized void enrol(RankEvents rank) {
        RankEvents before = defaultRank;
        if (before != null && before.unattended) {
            replace(before);
            forget(before);
        }
        if (defaultRank == null) defaultRank = rank;
        recording++;
    }

    /// The program records itself: what it asked for counts, and each event is recorded once.
    private static void replace(RankEvents unattended) {
        unattended.replaced = true;
        unattended.end();
    }

    private static synchronized void forget(RankEvents rank) {
        recording--;
        if (defaultRank == rank) defaultRank = null;
    }

    static synchronized void leave(RankEvents rank) {
        if (!rank.replaced) forget(rank);
        RANK.remove();
        CURRENT.remove();
        for (int place = 0; place < RECENT.length; place++) {
            ThreadEvents known = RECENT[place];
            if (known != null && known.rank == rank) RECENT[place] = null;
        }
    }

    /// The event map of this thread, or null where nothing is recorded.
    static @Nullable ThreadEvents current() {
        if (recording == 0) return null;
        ThreadEvents mine = known();
        return mine != null && mine.rank.records ? mine : newcomer(mine);
    }

    private static @Nullable ThreadEvents known() {
        Thread thread = Thread.currentThread();
        ThreadEvents mine = RECENT[place(thread)];
        return mine == null || !mine.isOf(thread) ? CURRENT.get() : mine;
    }

    /// Begins an event while some names are muted; [Event#OFF] if nothing is recorded.
    static Event beginMuted(String name, @Nullable Loop loop, int iteration, boolean common) {
        ThreadEvents mine = currentMuted();
        MutedNames names = mine == null ? null : mine.rank.muted;
        if (mine == null || names == null) return Event.OFF;
        if (names.isRepeated()) repeat(name);
        return loop == null
                ? mine.muted().begin(names, name, common)
                : mine.begin(name, loop, iteration, common);
    }

    /// All that a muted event does, once more.
    private static void repeat(String name) {
        ThreadEvents mine = currentMuted();
        MutedNames names = mine == null ? null : mine.rank.muted;
        if (mine != null && names != null) mine.spareMuted().repeat(names, name);
    }

    /// The event map of this thread while some names are muted, or null if nothing is recorded.
    static @Nullable ThreadEvents currentMuted() {
        if (recording == 0) return null;
        ThreadEvents mine = known();
        if (mine != null && !mine.rank.closed) return mine.rank.muted == null ? null : mine;
        RankEvents rank = RANK.get();
        if (rank == null || rank.closed) rank = defaultRank();
        return rank == null || rank.muted == null ? null : enrolled(rank);
    }

    private static int place(Thread thread) {
        return (int) thread.threadId() & (RECENT.length - 1);
    }

    private static void belongsToThisThread(ThreadEvents mine) {
        CURRENT.set(mine);
        RECENT[place(Thread.currentThread())] = mine;
    }

    private static @Nullable ThreadEvents newcomer(@Nullable ThreadEvents known) {
        if (known != null && !known.rank.closed) return null; // paused
        RankEvents rank = RANK.get();
        if (rank == null || rank.closed) rank = defaultRank();
        return rank == null || !rank.records ? null : enrolled(rank);
    }

    private static synchronized @Nullable RankEvents defaultRank() {
        return defaultRank;
    }

    private static ThreadEvents enrolled(RankEvents rank) {
        ThreadEvents mine = rank.newWorker(Thread.currentThread());
        belongsToThisThread(mine);
        return mine;
    }

    /// The event map of this thread for a certain rank, or null if that rank does not record.
    static @Nullable ThreadEvents of(RankEvents rank) {
        if (!rank.records && rank.muted == null) return null;
        ThreadEvents mine = CURRENT.get();
        return mine != null && mine.rank == rank ? mine : enrolled(rank);
    }
}
