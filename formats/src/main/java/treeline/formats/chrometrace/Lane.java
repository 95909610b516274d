package treeline.formats.chrometrace;

import treeline.formats.reading.TimeLine;

/// The slices of one thread on their way into the call tree. While they come in the order of their
/// times, all as whole slices or all as begins and ends, each goes there at once and only those
/// that are open are kept. Of other threads all are kept until the file ends; that they are needed
/// may be noticed late, and then the file is read again.
final class Lane {
    private final Nesting nesting;
    private final TimeLine line = new TimeLine();
    private final int thread;
    private final OpenSlices open;
    private final Slices slices = new Slices();
    private final BeginsAndEnds pairs;
    private boolean kept;
    private boolean lost;
    private byte style = Slices.END; // of none yet
    private double last = Double.NEGATIVE_INFINITY;

    /// @param kept whether its slices are known not to come in order
    Lane(int thread, Nesting nesting, boolean kept) {
        this.thread = thread;
        this.nesting = nesting;
        this.kept = kept;
        this.open = new OpenSlices(thread, nesting, line);
        this.pairs = new BeginsAndEnds(open, nesting.names, nesting.log);
    }

    TimeLine line() {
        return line;
    }

    /// Whether slices went into the tree that would have had to be kept.
    boolean isLost() {
        return lost;
    }

    void add(TraceEvent event, byte phase, Category category) {
        if (lost) return;
        boolean isFirst = last == Double.NEGATIVE_INFINITY;
        if (isFirst && category == Category.DEVICE) kept = true;
        if (!kept && !isInOrder(event.begin, phase, category)) {
            lost = true;
            return;
        }
        int name = nesting.names.of(event.name);
        if (kept) slices.add(event, name, phase, category);
        else if (phase == Slices.WHOLE) addWhole(event, name, category);
        else if (phase == Slices.BEGIN) begin(event, name, category);
        else pairs.end(name, event.begin);
        last = Math.max(last, event.begin);
    }

    private boolean isInOrder(double begin, byte phase, Category category) {
        byte styleOfSlice = phase == Slices.WHOLE ? Slices.WHOLE : Slices.BEGIN;
        if (style == Slices.END) style = styleOfSlice;
        return begin >= last && style == styleOfSlice && category != Category.DEVICE;
    }

    /// Slices of one begin wait for each other: the longest is the outermost.
    private void addWhole(TraceEvent event, int name, Category category) {
        if (event.begin > last) enterWaiting();
        slices.add(event, name, Slices.WHOLE, category);
    }

    private void enterWaiting() {
        if (slices.size() == 1 && !kept) open.enter(slices, 0);
        else for (int slice : slices.outerFirst()) open.enter(slices, slice);
        slices.clear();
    }

    private void begin(TraceEvent event, int name, Category category) {
        open.enter(event.begin, name, category, event.correlation);
        pairs.begin(name);
    }

    /// The file has ended, and the thread is no stream.
    void finish() {
        if (kept) {
            var stored = new KeptSlices(slices);
            stored.pair(new BeginsAndEnds(stored, nesting.names, nesting.log));
        }
        enterWaiting();
        if (!kept && style == Slices.BEGIN) pairs.finish(last);
        open.leaveAll();
    }

    /// The file has ended, and the thread is a stream: what it did was launched by others, of which
    /// all are finished.
    void finishStream() {
        nesting.launched(thread, slices, line);
    }
}
