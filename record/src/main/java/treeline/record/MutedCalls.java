package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.record.events.Cell;
import treeline.record.events.Cut;
import treeline.record.events.Misuse;
import treeline.record.overhead.MutedNames;

import java.util.Arrays;

/// The muted calls of one thread: a log of begins and ends, which is cheap to write, and is added
/// to the event map later ([#settle]). So the number of calls stays exact, and only their time is
/// missing. An event that is still open when the log is added is recorded from then on.
///
/// While the log is not empty, the depth of the thread is out of its usual range, which leads every
/// other begin and end to [#settle] first. Recorded events need no test for muted ones.
final class MutedCalls {
    private static final int CAPACITY = 1 << 14;
    private static final int END = -1;

    /// More time than this per settlement and per entry of the log is that of other processes.
    private static final long MAX_SETTLE_NANOS = 400;

    private static final long MAX_ENTRY_NANOS = 50;

    private final ThreadEvents thread;
    private final int[] log = new int[CAPACITY];
    private int size;
    private int open;
    private long begun;
    private long settleNanos;

    /// Whether the end of the recording has added the log, from another thread.
    private volatile boolean added;

    private @Nullable MutedNames names;
    private Event[] handles = new Event[0];

    MutedCalls(ThreadEvents thread) {
        this.thread = thread;
    }

    /// Begins an event: in the log if its name is muted, else as usual. Roots are never muted.
    Event begin(MutedNames muted, String name, boolean common) {
        int code = muted.codeOf(name);
        if (code < 0 || thread.openLevels() == 0 || isTooDeep())
            return thread.begin(name, null, -1, common);
        if (muted != names || size + open + 2 > CAPACITY) {
            settle();
            names = muted;
        }
        return begin(code);
    }

    /// Begins and ends the event once more, in a log that is thrown away: the additional time is
    /// the cost of a muted call.
    void repeat(MutedNames muted, String name) {
        int code = muted.codeOf(name);
        if (code < 0 || thread.openLevels() == 0 || isTooDeep()) return;
        if (size + open + 2 > CAPACITY) size = 0;
        begin(code).close();
    }

    private Event begin(int code) {
        int level = thread.openLevels() + open;
        log[size++] = code;
        open++;
        begun++;
        thread.depth |= ThreadEvents.HAS_MUTED;
        return level < handles.length ? handles[level] : newHandle(level);
    }

    private boolean isTooDeep() {
        return thread.openLevels() + open >= thread.rank.depthLimit;
    }

    private Event newHandle(int level) {
        int before = handles.length;
        handles = Arrays.copyOf(handles, Math.max(16, 2 * level));
        for (int i = before; i < handles.length; i++) handles[i] = Event.muted(this, i);
        return handles[level];
    }

    /// Ends an event that began in the log. It may have become a recorded one.
    void end(Event handle) {
        if (!thread.isOf(Thread.currentThread())) {
            thread.rank.misuse.count(Misuse.OTHER_THREAD);
        } else if (open > 0 && handle.level == thread.openLevels() + open - 1) {
            log[size++] = END;
            open--;
        } else {
            endRecorded(handle.level);
        }
    }

    private void endRecorded(int level) {
        settle();
        long start = System.nanoTime();
        if (level < thread.depth) thread.end(thread.stack[level]);
        else thread.rank.misuse.count(Misuse.TWICE);
        settleNanos += Math.min(System.nanoTime() - start, MAX_SETTLE_NANOS);
    }

    /// Adds the log to the event map. Of the thread itself, or of one that has ended.
    void settle() {
        if (size == 0) return;
        long entries = size;
        long start = System.nanoTime();
        PathNode innermost = added ? PathNode.NOWHERE : addCallsAtOnce();
        thread.depth = thread.openLevels();
        if (added) open = 0;
        String[] reopened = new String[open];
        for (int i = open - 1; i >= 0; i--) {
            reopened[i] = innermost.name;
            innermost = parent(innermost);
        }
        size = 0;
        open = 0;
        begun -= reopened.length;
        for (String name : reopened) thread.begin(name, null, -1, true);
        settleNanos +=
                Math.min(
                        System.nanoTime() - start,
                        MAX_SETTLE_NANOS + (entries + reopened.length) * MAX_ENTRY_NANOS);
    }

    /// Adds the calls as one change, which is not the end of an event.
    private PathNode addCallsAtOnce() {
        Cut cut = thread.startChange();
        PathNode innermost = addCalls(cut);
        thread.endChange();
        begun--;
        return innermost;
    }

    /// Counts the ended calls of the log; returns the innermost call that is open.
    private PathNode addCalls(@Nullable Cut cut) {
        PathNode node = thread.current;
        MutedNames known = names;
        if (known == null) return node;
        for (int i = 0; i < size; i++) {
            int code = log[i];
            if (code != END) {
                node = thread.childOf(node, known.nameOf(code));
            } else {
                Cell cell = node.cellOf(thread.repetition);
                if (cut != null) cut.beforeTime(cell, -1);
                cell.addCall();
                node = parent(node);
            }
        }
        return node;
    }

    private static PathNode parent(PathNode node) {
        PathNode parent = node.parent;
        return parent == null ? PathNode.NOWHERE : parent;
    }

    /// For any thread: the number of events of a thread begun so far, recorded or muted.
    static long begun(ThreadEvents thread) {
        MutedCalls log = thread.muted;
        long begun = log == null ? 0 : log.begun;
        return begun + thread.changes() + thread.openLevels();
    }

    /// For any thread: the time in which muted calls were added to the event map.
    static long settleNanos(ThreadEvents thread) {
        MutedCalls log = thread.muted;
        return log == null ? 0 : log.settleNanos;
    }

    /// At the end of the recording, for a thread that may still run: its log is only read.
    static void addTo(ThreadEvents thread) {
        MutedCalls log = thread.muted;
        if (log == null || thread.depth < ThreadEvents.HAS_MUTED) return;
        log.added = true;
        log.addCalls(null);
    }
}
