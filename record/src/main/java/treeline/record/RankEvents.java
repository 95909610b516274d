package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.record.events.Misuse;
import treeline.record.overhead.MeasuredOverhead;
import treeline.record.overhead.MutedNames;
import treeline.record.overhead.Reading;
import treeline.record.overhead.RecordingProbe;
import treeline.record.ranks.Communicator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/// The recorded data of one rank: the event maps of its threads, and misuse.
final class RankEvents implements RecordingProbe {
    /// How many slots are looked at for a thread that has ended before a new one is made.
    private static final int SLOTS_TRIED = 8;

    final Communicator communicator;
    final RankMetrics metrics;
    final @Nullable LongSupplier clock;
    final int repetitionLimit;
    final int depthLimit;
    final boolean jfr;

    /// Maximum number of events in the trace of a thread, 0 for no trace. A line of a trace belongs
    /// to one context, so repetitions are then not separated.
    final int traceEvents;

    final Misuse.Log misuse = new Misuse.Log();

    /// Which repetition the main thread is in: events of workers belong to it. Written by the main
    /// thread alone and not volatile, because a worker is either started within the repetition or
    /// has no claim to know it to the nanosecond.
    private int repetition;

    /// Whether the program knows nothing of its recording, and so may start one of its own, which
    /// takes the place of this one.
    final boolean unattended;

    /// Whether that has happened.
    volatile boolean replaced;

    /// Whether snapshots read the event maps, also after the end.
    boolean hasSnapshots;

    /// Whether events go elsewhere from now on.
    volatile boolean closed;

    /// Whether events that begin are to be recorded: not while the program has paused it, nor once
    /// it is closed.
    volatile boolean records = true;

    /// The names whose events are muted while [#records] is false, unless the recorder is paused or
    /// closed. Kept after that, for threads that are about to begin an event.
    volatile @Nullable MutedNames muted;

    private boolean paused;

    /// The overhead that was measured in the program, if it was.
    volatile @Nullable MeasuredOverhead measured;

    final ThreadEvents main;
    private final List<ThreadEvents> workers = new ArrayList<>();
    private int nextSlot;

    RankEvents(
            Communicator communicator,
            RankMetrics metrics,
            RecorderOptions options,
            boolean unattended) {
        this.communicator = communicator;
        this.metrics = metrics;
        this.clock = options.clock().orElse(null);
        this.repetitionLimit = options.trace() ? 1 : options.repetitionLimit();
        this.traceEvents = options.trace() ? options.traceEvents() : 0;
        this.depthLimit = options.depthLimit();
        this.jfr = options.jfr();
        this.unattended = unattended;
        this.main = new ThreadEvents(this, 0, Thread.currentThread());
    }

    /// The event map for a thread that records for the first time. Maps of threads that have ended
    /// are used again, so that thousands of short threads do not make thousands of contexts; a few
    /// are looked at each time, in turn, so that thousands of long ones do not cost a search.
    synchronized ThreadEvents newWorker(Thread thread) {
        for (int tried = 0; tried < Math.min(SLOTS_TRIED, workers.size()); tried++) {
            nextSlot = (nextSlot + 1) % workers.size();
            ThreadEvents slot = workers.get(nextSlot);
            if (slot.thread().isAlive()) continue;
            slot.takeOver(thread);
            return slot;
        }
        var made = new ThreadEvents(this, workers.size() + 1, thread);
        workers.add(made);
        return made;
    }

    /// The event maps that may hold something: the main thread's first.
    synchronized List<ThreadEvents> threads() {
        List<ThreadEvents> all = new ArrayList<>(workers.size() + 1);
        all.add(main);
        for (ThreadEvents worker : workers) if (worker.hasNodes()) all.add(worker);
        return all;
    }

    /// Lets go of everything recorded, once it is on its way.
    synchronized void forget() {
        main.forget();
        workers.clear();
    }

    /// @param whileRunning whether the program did not ask for it and goes on: then events may be
    ///   open
    void close(boolean whileRunning) {
        end();
        for (ThreadEvents each : threads()) {
            each.countBeyondLimits();
            boolean isOwn = Thread.currentThread().equals(each.thread());
            if (!isOwn) MutedCalls.addTo(each);
            if (isOwn) each.closeOpen();
            else if (!whileRunning) each.countOpen();
        }
    }

    long now() {
        LongSupplier replaced = clock;
        return replaced == null ? System.nanoTime() : replaced.getAsLong();
    }

    int repetition() {
        return repetition;
    }

    void enterRepetition(int entered) {
        repetition = entered;
    }

    /// From now on events go elsewhere.
    synchronized void end() {
        closed = true;
        muted = null;
        records = false;
    }

    synchronized void pause(boolean paused) {
        this.paused = paused;
        if (paused) muted = null;
        records = !paused && !closed;
    }

    @Override
    public synchronized void mute(@Nullable MutedNames names) {
        if (paused || closed) return;
        if (names != null) muted = names;
        records = names == null;
    }

    @Override
    public Reading read() {
        return ThreadReadings.of(threads());
    }

    @Override
    public Map<String, EventSum> sums() {
        return RecordingCost.sums(this);
    }

    @Override
    public void finish(MeasuredOverhead result) {
        measured = result;
    }
}
