package treeline.record.events;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The values of a thread at one moment, read by another thread while it records: calls, times,
/// iterations, metrics and open events agree.
///
/// Copy-on-write. The reader puts a cut into the event map. The thread finds it when it next ends
/// an event or adds to a metric, notes its open events, and from then on saves a cell before it
/// first changes it. The reader takes what was saved, and other cells as they are. A thread without
/// events changes nothing, so a version counter (seqlock) is enough to know that. Rejected: a
/// seqlock alone, because a busy thread changes some cell during every copy; and copies of
/// everything by the thread itself, because a program must not stop for as long as that takes.
public final class Cut {
    private volatile @Nullable Moment moment;
    private final Map<Cell, Cell.Saved> saved = new ConcurrentHashMap<>();

    /// The moment of the cut.
    ///
    /// @param version of the event map
    /// @param open the events that were open, outermost first
    public record Moment(long version, List<OpenNanos.OpenTime> open) {
        public Moment {
            open = List.copyOf(open);
        }
    }

    /// Null as long as the thread has not changed anything.
    public @Nullable Moment moment() {
        return moment;
    }

    /// By the thread that records, before it changes anything.
    public void take(Moment now) {
        moment = now;
        VarHandle.fullFence();
    }

    /// By the thread that records, before it adds a time.
    public void beforeTime(Cell cell, int iteration) {
        if (moment == null) return; // found in the middle of a change
        if (saved(cell) instanceof EachCell.SavedSeries series) series.keepTime(iteration);
        VarHandle.fullFence(); // what is saved is there for who sees the change
    }

    /// By the thread that records, before it adds to a metric.
    public void beforeNumber(Cell cell, int number, int iteration) {
        if (moment == null) return;
        if (saved(cell) instanceof EachCell.SavedSeries series)
            series.keepNumber(number, iteration);
        VarHandle.fullFence();
    }

    private Cell.Saved saved(Cell cell) {
        Cell.Saved known = saved.get(cell);
        if (known != null) return known;
        Cell.Saved now = cell.save();
        saved.put(cell, now);
        return now;
    }

    /// What was saved of a cell, after all reads before: null if it has not changed.
    private Cell.@Nullable Saved changed(Cell cell) {
        VarHandle.acquireFence();
        return saved.get(cell);
    }

    public long calls(Cell cell) {
        long calls = cell.calls();
        Cell.Saved before = changed(cell);
        return before == null ? calls : before.calls;
    }

    public long nanos(Cell cell) {
        long nanos = cell.nanos();
        Cell.Saved before = changed(cell);
        return before == null ? nanos : before.nanos;
    }

    public double metric(Cell cell, int number) {
        double sum = cell.metric(number);
        Cell.Saved before = changed(cell);
        return before == null ? sum : before.metric(number);
    }

    public EachCell.Stored times(EachCell cell) {
        if (changed(cell) == null) {
            EachCell.Stored copy = copiedTimes(cell);
            if (changed(cell) == null && copy != null) return copy;
        }
        return ((EachCell.SavedSeries) requireChanged(cell)).times();
    }

    public NumberSeries.Stored numbers(EachCell cell, int number) {
        if (changed(cell) == null) {
            NumberSeries.Stored copy = copiedNumbers(cell, number);
            if (changed(cell) == null && copy != null) return copy;
        }
        return ((EachCell.SavedSeries) requireChanged(cell)).numbers(number);
    }

    /// Null if the thread replaced the arrays meanwhile.
    private static EachCell.@Nullable Stored copiedTimes(EachCell cell) {
        try {
            return cell.copiedTimes();
        } catch (IndexOutOfBoundsException | NegativeArraySizeException torn) {
            return null;
        }
    }

    private static NumberSeries.@Nullable Stored copiedNumbers(EachCell cell, int number) {
        try {
            return cell.copiedNumbers(number);
        } catch (IndexOutOfBoundsException
                | NegativeArraySizeException
                | IllegalArgumentException torn) {
            return null;
        }
    }

    private Cell.Saved requireChanged(Cell cell) {
        Cell.Saved before = changed(cell);
        if (before == null) throw new Torn();
        return before;
    }

    /// The thread changed something before it found the cut: what was read is to be read again.
    public static final class Torn extends RuntimeException {
        private static final long serialVersionUID = 1;

        Torn() {
            super("changed while being read", null, false, false);
        }
    }
}
