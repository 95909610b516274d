package treeline.formats.slices;

import treeline.formats.reading.TimeLine;

/// The slices of one thread while the call tree is built. If they are in time order, all as
/// complete slices or all as begin and end events, each is added at once and only open slices are
/// kept. Otherwise all slices are buffered; if that is detected late, the file is read again.
public final class Lane {
    /// The phase of begins that still have to find their ends.
    public static final byte BEGIN = 0;

    /// The phase of ends.
    public static final byte END = 1;

    /// The phase of slices that are whole.
    public static final byte WHOLE = 2;

    /// The phase of begins whose ends the file lacks because it was cut.
    static final byte ABANDONED = 3;

    /// The launch of slices that launched nothing and were not launched.
    public static final int NO_LAUNCH = -1;

    private final Nesting nesting;
    private final TimeLine line = new TimeLine();
    private final OpenSlices open;
    private final Slices slices = new Slices();
    private final BeginEndMatcher pairs;
    private boolean kept;
    private boolean lost;
    private boolean stream;
    private byte style = END; // of none yet
    private double first = Double.POSITIVE_INFINITY;
    private double last = Double.NEGATIVE_INFINITY;

    /// @param kept whether its slices are known not to come in order
    Lane(int thread, Nesting nesting, boolean kept) {
        this.nesting = nesting;
        this.kept = kept;
        this.open = new OpenSlices(thread, nesting, line);
        this.pairs = new BeginEndMatcher(open, nesting.names, nesting.log);
    }

    TimeLine line() {
        return line;
    }

    /// Whether slices went into the tree that would have had to be kept.
    boolean isLost() {
        return lost;
    }

    /// Whether its slices are work that something else launched.
    boolean isStream() {
        return stream;
    }

    /// The earliest time of its slices.
    double first() {
        return first;
    }

    /// Adds a slice.
    ///
    /// @param duration NaN for begins and ends, of which nobody knows it yet
    /// @param launch from [SliceProfile#launch], which launch a call of the host is, or which one
    ///   brought work to a device
    public void add(
            SliceKind kind, String name, byte phase, double begin, double duration, int launch) {
        first = Math.min(first, begin);
        if (lost) return;
        if (kind.isOfDevice()) stream = true;
        boolean isFirst = last == Double.NEGATIVE_INFINITY;
        if (isFirst && stream) kept = true;
        if (!kept && !isInOrder(begin, phase)) {
            lost = true;
            return;
        }
        int nameAt = nesting.names.of(name);
        int kindAt = nesting.kind(kind);
        if (kept) slices.add(nameAt, kindAt, phase, begin, duration, launch);
        else if (phase == WHOLE) addWhole(nameAt, kindAt, begin, duration, launch);
        else if (phase == BEGIN) begin(nameAt, kindAt, begin, launch);
        else pairs.end(nameAt, begin);
        last = Math.max(last, begin);
    }

    /// Says how many bytes the last slice, which is work of a device, moved.
    public void moves(double bytes) {
        if (!lost && slices.size() > 0) slices.moves(bytes);
    }

    private boolean isInOrder(double begin, byte phase) {
        byte styleOfSlice = phase == WHOLE ? WHOLE : BEGIN;
        if (style == END) style = styleOfSlice;
        return begin >= last && style == styleOfSlice && !stream;
    }

    /// Slices of one begin wait for each other: the longest is the outermost.
    private void addWhole(int name, int kind, double begin, double duration, int launch) {
        if (begin > last) enterWaiting();
        slices.add(name, kind, WHOLE, begin, duration, launch);
    }

    private void enterWaiting() {
        if (slices.size() == 1 && !kept) open.enter(slices, 0);
        else for (int slice : slices.outerFirst()) open.enter(slices, slice);
        slices.clear();
    }

    private void begin(int name, int kind, double begin, int launch) {
        open.enter(begin, name, kind, launch);
        pairs.begin(name);
    }

    /// The file has ended, and the thread is not a stream.
    ///
    /// @param cut whether the file was cut
    void finish(boolean cut) {
        if (kept) {
            var stored = new KeptSlices(slices);
            stored.pair(new BeginEndMatcher(stored, nesting.names, nesting.log), cut);
        }
        enterWaiting();
        if (!kept && style == BEGIN) pairs.finish(last, cut);
        open.leaveAll();
    }

    /// The file has ended, and the thread is a stream.
    ///
    /// @param cut whether the file was cut
    Slices finishStream(boolean cut) {
        if (!slices.isWhole()) {
            var stored = new KeptSlices(slices);
            stored.pair(new BeginEndMatcher(stored, nesting.names, nesting.log), cut);
            slices.dropEnds();
        }
        return slices;
    }

    /// The slices of a stream, once the file has ended.
    Slices slices() {
        return slices;
    }
}
