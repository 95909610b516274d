package treeline.record.ranks;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// One collective call (barrier, gather, …) of a communicator within the JVM. Calls form a linked
/// list that every rank walks at its own pace. A rank that need not wait, such as a sender of a
/// gather, continues, and calls that all ranks have passed are garbage collected.
final class CollectiveCall {
    enum Kind {
        BARRIER(false),
        BROADCAST(false),
        GATHER(true),
        ALLGATHER(true),
        SPLIT(true),
        BLOCKS(true);

        final boolean hasSeats;

        Kind(boolean hasSeats) {
            this.hasSeats = hasSeats;
        }

        String text() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    private static final VarHandle NEXT = nextHandle();
    private static final VarHandle SEATS = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final Object[] NO_SEATS = {};

    final Kind kind;
    private final int size;

    /// What each rank brought.
    private final Object[] seats;

    /// Who sleeps until the call is complete.
    private final @Nullable Thread[] sleepers;

    private final AtomicInteger arrived = new AtomicInteger();
    private volatile boolean done;
    private @Nullable Object outcome;
    private volatile @Nullable CollectiveCall next;

    CollectiveCall(Kind kind, int size) {
        this.kind = kind;
        this.size = size;
        this.seats = kind.hasSeats ? new Object[size] : NO_SEATS;
        this.sleepers = new Thread[size];
    }

    /// The call after this one, which the first rank to get there makes.
    CollectiveCall next(Kind wanted, int rank) {
        CollectiveCall following = next;
        if (following == null) {
            NEXT.compareAndSet(this, null, new CollectiveCall(wanted, size));
            following = next;
        }
        if (following == null) throw new AssertionError("the next collective call is missing");
        if (following.kind != wanted)
            throw new CommunicatorException(
                    "rank %d calls %s while another rank calls %s"
                            .formatted(rank, wanted.text(), following.kind.text()));
        return following;
    }

    /// Takes a seat; true for the last one to arrive.
    boolean arrive(int rank, @Nullable Object brought) {
        if (brought != null) seats[rank] = brought;
        return arrived.incrementAndGet() == size;
    }

    /// What is at a place of the seats, made by whoever asks for it first.
    Object onlyOne(int place, Supplier<Object> make) {
        Object there = SEATS.getAcquire(seats, place);
        if (there != null) return there;
        Object made = make.get();
        Object earlier = SEATS.compareAndExchange(seats, place, null, made);
        return earlier == null ? made : earlier;
    }

    Object[] seats() {
        return seats;
    }

    boolean isDone() {
        return done;
    }

    /// Wakes everybody who sleeps, with what came out.
    void complete(@Nullable Object result) {
        outcome = result;
        done = true;
        VarHandle.fullFence();
        for (Thread sleeper : sleepers) if (sleeper != null) LockSupport.unpark(sleeper);
    }

    @Nullable Object await(int rank, InProcessWorld world) {
        if (done) return outcome;
        sleepers[rank] = Thread.currentThread();
        VarHandle.fullFence();
        boolean interrupted = world.sleepUntilDone(this);
        sleepers[rank] = null;
        if (interrupted) Thread.currentThread().interrupt();
        return outcome;
    }

    private static VarHandle nextHandle() {
        try {
            return MethodHandles.lookup()
                    .findVarHandle(CollectiveCall.class, "next", CollectiveCall.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }
}
