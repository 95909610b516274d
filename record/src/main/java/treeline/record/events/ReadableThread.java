package treeline.record.events;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;

/// The events of a thread that another thread can read as of one moment, see [Cut]. Every change of
/// cells is between [#startChange] and [#endChange]. The start of an event changes no cell; its
/// last store, of the depth, makes it visible.
public abstract class ReadableThread {
    /// A thread that is interrupted in the middle of a change is waited for, because on a busy
    /// machine that may take long. After so many pauses (10 s at least) it is read as it is.
    private static final int MAX_READS = 200_000;

    private static final long PAUSE_NANOS = 50_000;

    /// Version counter (seqlock), odd while the thread changes cells.
    private long version;

    /// Set while another thread reads. Not volatile: the fences around every change make the thread
    /// look again.
    private @Nullable Cut cut;

    /// The open events with their time up to now, outermost first. From another thread they are
    /// what they seem only if the version is the same before and after.
    protected abstract List<OpenNanos.OpenTime> openTimes();

    /// By the thread itself. Returns the cut for which cells are to be saved before they change.
    public final @Nullable Cut startChange() {
        Cut wanted = cut;
        if (wanted != null && wanted.moment() == null)
            wanted.take(new Cut.Moment(version, openTimes()));
        version = (version + 1) | 1; // also if an error ended the change before
        VarHandle.storeStoreFence();
        return wanted;
    }

    public final void endChange() {
        VarHandle.releaseFence();
        version++;
    }

    /// The number of changes so far; from any thread.
    public final long changes() {
        return version >> 1;
    }

    /// The cut for which cells are to be saved, within a change.
    public final @Nullable Cut cut() {
        return cut;
    }

    /// Lets another thread read the values of this one as of one moment.
    ///
    /// @param reader gets the cut and the open events, maybe several times; false if what it read
    ///   cannot be
    public final synchronized void readAtOnce(BiPredicate<Cut, List<OpenNanos.OpenTime>> reader) {
        var mine = new Cut();
        try {
            cut = mine;
            for (int tried = 0; !hasRead(mine, reader, tried >= MAX_READS); tried++)
                LockSupport.parkNanos(PAUSE_NANOS);
        } finally {
            cut = null;
        }
    }

    private boolean hasRead(
            Cut mine, BiPredicate<Cut, List<OpenNanos.OpenTime>> reader, boolean isLast) {
        VarHandle.fullFence();
        long before = version;
        VarHandle.acquireFence();
        Cut.Moment moment = mine.moment();
        List<OpenNanos.OpenTime> open = moment == null ? openTimes() : moment.open();
        VarHandle.acquireFence();
        boolean isTorn = moment == null && ((before & 1) == 1 || version != before);
        if (isTorn && !isLast) return false;
        boolean isRead = reader.test(mine, open);
        VarHandle.fullFence();
        Cut.Moment later = mine.moment();
        boolean isAtOnce = moment != null || before == (later == null ? version : later.version());
        if (isLast && !isRead) throw new IllegalStateException("a thread changes all the time");
        return isLast || (isRead && isAtOnce);
    }
}
