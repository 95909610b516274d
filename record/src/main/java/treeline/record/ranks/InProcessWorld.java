package treeline.record.ranks;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// The ranks of one [InProcessRanks] run: who they are, whether they still can go on, and the end
/// of all waiting when one of them failed.
final class InProcessWorld {
    /// Threads that are not a rank's own (snapshots) look for a failure this often.
    private static final long OTHERS_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final int SHOWN_RANKS = 4;

    private final @Nullable Thread[] rankThreads;

    /// The call in which a rank's own thread waits, for the search of deadlocks.
    private final @Nullable CollectiveCall[] waitsIn;

    private final ThreadLocal<Integer> ownRank = new ThreadLocal<>();
    private final boolean[] finished;
    private volatile int witness;
    private final AtomicInteger idle = new AtomicInteger();
    private volatile @Nullable CommunicatorException failure;

    InProcessWorld(int size) {
        rankThreads = new Thread[size];
        waitsIn = new CollectiveCall[size];
        finished = new boolean[size];
    }

    int size() {
        return rankThreads.length;
    }

    void enter(int rank) {
        rankThreads[rank] = Thread.currentThread();
        ownRank.set(rank);
    }

    /// The rank has ended normally: whoever waits for it now waits in vain.
    void leave(int rank) {
        finished[rank] = true;
        if (idle.incrementAndGet() == size()) searchDeadlock();
    }

    void abort(String message, @Nullable Throwable cause) {
        synchronized (this) {
            if (failure != null) return;
            failure =
                    cause == null
                            ? new CommunicatorException(message)
                            : new CommunicatorException(message, cause);
        }
        for (Thread thread : rankThreads) if (thread != null) LockSupport.unpark(thread);
    }

    void checkGoesOn() {
        CommunicatorException failed = failure;
        if (failed != null)
            throw new CommunicatorException(
                    java.util.Objects.requireNonNullElse(failed.getMessage(), "aborted"), failed);
    }

    /// Sleeps until the call is complete; says whether the thread was interrupted meanwhile.
    boolean sleepUntilDone(CollectiveCall meeting) {
        int rank = rankOfThread();
        return rank < 0 ? sleepAsOther(meeting) : sleepAsRank(meeting, rank);
    }

    private boolean sleepAsRank(CollectiveCall meeting, int rank) {
        boolean interrupted = false;
        waitsIn[rank] = meeting;
        if (idle.incrementAndGet() == size()) searchDeadlock();
        try {
            while (!meeting.isDone()) {
                checkGoesOn();
                LockSupport.park(meeting);
                interrupted |= Thread.interrupted();
            }
        } finally {
            idle.decrementAndGet();
            waitsIn[rank] = null;
        }
        return interrupted;
    }

    private boolean sleepAsOther(CollectiveCall meeting) {
        boolean interrupted = false;
        while (!meeting.isDone()) {
            checkGoesOn();
            LockSupport.parkNanos(meeting, OTHERS_LOOK_NANOS);
            interrupted |= Thread.interrupted();
        }
        return interrupted;
    }

    private int rankOfThread() {
        Integer own = ownRank.get();
        return own == null ? -1 : own;
    }

    /// Called when every rank seems to have ended or to wait. Ranks go on while they are looked at,
    /// so they are looked at twice: whose call is still incomplete at the second look has waited
    /// all the time between, and if that holds for all, nobody will ever go on.
    private void searchDeadlock() {
        if (someoneGoesOn()) return;
        @Nullable CollectiveCall[] first = waitsIn.clone();
        for (int look = 0; look < 2; look++)
            for (int rank = 0; rank < size(); rank++) {
                CollectiveCall meeting = first[rank];
                if (!finished[rank] && (meeting == null || meeting.isDone())) return;
            }
        String waiting = waiting(first);
        if (!waiting.isEmpty())
            abort(
                    "deadlock: ranks are blocked in different collective calls, or wait for ranks"
                            + " that have exited: "
                            + waiting,
                    null);
    }

    /// Starts at the rank that was found last time: thousands of ranks that end one after the other
    /// must not each look at all of them.
    private boolean someoneGoesOn() {
        int start = witness;
        for (int i = 0; i < size(); i++) {
            int rank = start + i < size() ? start + i : start + i - size();
            CollectiveCall meeting = waitsIn[rank];
            if (finished[rank] || (meeting != null && !meeting.isDone())) continue;
            witness = rank;
            return true;
        }
        return false;
    }

    private String waiting(@Nullable CollectiveCall[] meetings) {
        List<String> ranks = new ArrayList<>();
        for (int rank = 0; rank < size(); rank++) {
            CollectiveCall meeting = meetings[rank];
            if (!finished[rank] && meeting != null && ranks.size() <= SHOWN_RANKS)
                ranks.add("rank %d in %s".formatted(rank, meeting.kind.text()));
        }
        if (ranks.size() > SHOWN_RANKS) ranks.set(SHOWN_RANKS, "...");
        return String.join(", ", ranks);
    }
}
