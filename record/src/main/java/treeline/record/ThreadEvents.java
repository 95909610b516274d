package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.record.events.Cut;
import treeline.record.events.EachCell;
import treeline.record.events.EventPlaces;
import treeline.record.events.Misuse;
import treeline.record.events.OpenNanos;
import treeline.record.events.ReadableThread;
import treeline.record.events.TraceBuffer;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/// The event map and the open events of one thread. Only that thread writes, without locks; other
/// threads may read [#nodes()] and the data below at any time.
final class ThreadEvents extends ReadableThread {
    private static final String UNNAMED = "(unnamed)";

    /// Added to `depth` while muted calls are not yet in the event map.
    static final int HAS_MUTED = 1 << 30;

    final RankEvents rank;

    /// 0 for the thread that started the recorder, else a number of its own within the rank.
    final int number;

    private final @Nullable LongSupplier clock;
    private final @Nullable FlightMirror mirror;
    final @Nullable TraceBuffer trace;

    /// The metrics and labels of the events.
    final EventValues values;

    /// Whether the ends of an event are seen by more than the clock.
    private final boolean isWatched;

    private volatile Thread thread;
    private final PathNode top = new PathNode("", null, -1, null, true);
    PathNode current = top;

    /// Replaced by longer ones. Read by snapshots and at the end of the recording from other
    /// threads ([#visibleStack]): a release fence stands between the events in it and the store, an
    /// acquire fence between the load and the look at them.
    Event[] stack;

    int depth;
    int repetition;

    /// Repetitions that were not kept apart; not counted as misuse one by one, because there may be
    /// millions.
    private long beyondLimit;

    /// Events that were not recorded because they were too deep.
    private long tooDeep;

    /// Set where a task carries the call path that started it: its events are in that repetition.
    private boolean attached;

    volatile @Nullable MutedCalls muted;
    private volatile @Nullable MutedCalls spareMuted;

    private volatile PathNode[] nodes = new PathNode[8];
    private volatile int nodeCount;

    ThreadEvents(RankEvents rank, int number, Thread thread) {
        this.rank = rank;
        this.number = number;
        this.thread = thread;
        this.clock = rank.clock;
        this.values = new EventValues(this);
        this.mirror = rank.jfr ? new FlightMirror(rank.communicator.rank()) : null;
        this.trace = rank.traceEvents == 0 ? null : new TraceBuffer(rank.traceEvents);
        this.isWatched = rank.jfr || !rank.metrics.builtIns().isEmpty();
        this.stack = new Event[Math.min(4, rank.depthLimit)];
        for (int level = 0; level < stack.length; level++) stack[level] = new Event(this, level);
    }

    Event begin(String name, @Nullable Loop loop, int iteration, boolean common) {
        int level = depth;
        if (level >= stack.length) {
            settleMuted();
            level = depth;
            if (level >= stack.length && !growStack()) return Event.OFF;
        }
        PathNode node = current.child(name);
        if (node == null) node = newNode(current, name, loop, common);
        if (level == 0) beginRoot(node);
        Event event = stack[level];
        event.node = node;
        event.cell = node.cellOf(repetition);
        event.iteration = loop == Loop.EACH ? checked(node, iteration) : plain(node, loop);
        current = node;
        if (isWatched) watchBegin(event);
        event.startNanos = now();
        TraceBuffer traced = trace;
        if (traced != null) event.isTraced = traced.begin(event.startNanos, node.index);
        VarHandle.releaseFence(); // the event is there for a snapshot that sees the depth
        depth = level + 1;
        return event;
    }

    @Override
    protected List<OpenNanos.OpenTime> openTimes() {
        int seen = openLevels(); // before the stack, and the events in it
        VarHandle.acquireFence();
        Event[] events = visibleStack();
        int open = Math.min(seen, events.length);
        long now = now();
        List<OpenNanos.OpenTime> times = new ArrayList<>(open);
        for (int level = 0; level < open; level++) {
            Event event = events[level];
            times.add(OpenNanos.OpenTime.of(event.cell, event.iteration, now - event.startNanos));
        }
        return times;
    }

    private long now() {
        LongSupplier replaced = clock;
        return replaced == null ? System.nanoTime() : replaced.getAsLong();
    }

    void end(Event event) {
        long now = now();
        if (isOnThread() && depth == event.level + 1) finish(event, now);
        else endMisused(event, now);
    }

    @SuppressWarnings("ReferenceEquality") // threads are the same or not; equals is a call more
    boolean isOf(Thread other) {
        return other == thread;
    }

    private boolean isOnThread() {
        return isOf(Thread.currentThread());
    }

    private void finish(Event event, long now) {
        Cut cut = startChange();
        depth = event.level;
        PathNode caller = event.node.parent;
        if (caller != null) current = caller;
        if (isWatched) watchEnd(event);
        long elapsed = now - event.startNanos;
        if (elapsed < 0) elapsed = clockSteppedBack();
        if (trace != null && event.isTraced) trace.end(event.startNanos + elapsed);
        if (cut != null) cut.beforeTime(event.cell, event.iteration);
        if (event.iteration < 0) event.cell.addNanos(elapsed);
        else addIteration(event, elapsed);
        endChange();
    }

    /// What is not stored by iteration is part of the sum.
    private void addIteration(Event event, long elapsed) {
        if (event.cell instanceof EachCell each && each.addIteration(event.iteration, elapsed))
            return;
        event.cell.addNanos(elapsed);
        rank.misuse.count(Misuse.FAR_ITERATION);
    }

    private long clockSteppedBack() {
        rank.misuse.count(Misuse.CLOCK_BACK);
        return 0;
    }

    private void endMisused(Event event, long now) {
        if (isOnThread()) settleMuted();
        if (!isOnThread()) rank.misuse.count(Misuse.OTHER_THREAD);
        else if (depth <= event.level) rank.misuse.count(Misuse.TWICE);
        else if (depth == event.level + 1) finish(event, now);
        else {
            rank.misuse.count(Misuse.OUT_OF_ORDER, 1, forgotten());
            while (depth > event.level) finish(stack[depth - 1], now);
        }
    }

    /// The innermost open event, which somebody has not closed, and where events of its name begin.
    private String forgotten() {
        return forgotten(stack[depth - 1]);
    }

    private static String forgotten(Event open) {
        String name = open.node.name;
        return "'%s', started at %s".formatted(name, EventPlaces.of(name));
    }

    private void beginRoot(PathNode root) {
        if (attached) return;
        if (number > 0) {
            repetition = rank.repetition();
            return;
        }
        int times = root.timesAsRoot;
        if (times < rank.repetitionLimit) root.timesAsRoot = times + 1;
        else {
            times = rank.repetitionLimit - 1;
            if (times > 0) beyondLimit++;
        }
        repetition = times;
        rank.enterRepetition(times);
    }

    private int checked(PathNode node, int iteration) {
        if (node.loop != Loop.EACH) return otherLoop();
        if (iteration >= 0) return iteration;
        return Integer.MAX_VALUE; // out of reach of every cell: only summed, and counted as misuse
    }

    private int plain(PathNode node, @Nullable Loop loop) {
        return node.loop == loop ? -1 : otherLoop();
    }

    private int otherLoop() {
        rank.misuse.count(Misuse.OTHER_LOOP);
        return -1;
    }

    /// Makes room for deeper events; false at the limit.
    private boolean growStack() {
        int limit = rank.depthLimit;
        if (stack.length >= limit) {
            tooDeep++;
            return false;
        }
        Event[] grown = Arrays.copyOf(stack, (int) Math.min(limit, stack.length * 2L));
        for (int i = stack.length; i < grown.length; i++) grown[i] = new Event(this, i);
        VarHandle.releaseFence(); // its events are there for a snapshot that sees it
        stack = grown;
        return true;
    }

    private PathNode newNode(
            PathNode caller, @Nullable String name, @Nullable Loop loop, boolean common) {
        if (name == null || name.isEmpty()) {
            rank.misuse.count(Misuse.NO_NAME);
            PathNode known = caller.child(UNNAMED);
            return known != null ? known : newNode(caller, UNNAMED, loop, common);
        }
        int count = nodeCount;
        var node = new PathNode(name, caller, count, loop, common && caller.common);
        PathNode[] all = nodes;
        if (count == all.length) all = Arrays.copyOf(all, count * 2);
        all[count] = node;
        nodes = all;
        nodeCount = count + 1;
        caller.adopt(node);
        if (!rank.unattended) EventPlaces.keep(name);
        return node;
    }

    /// Whether values may be given to the event, by this thread. Otherwise it counts as misuse.
    boolean isOpenHere(Event event) {
        if (isOnThread() && event.level < openLevels()) return true;
        rank.misuse.count(isOnThread() ? Misuse.TWICE : Misuse.OTHER_THREAD);
        return false;
    }

    private void watchBegin(Event event) {
        if (mirror != null) mirror.begin(event.level);
        event.readProbes(rank);
    }

    private void watchEnd(Event event) {
        values.addProbes(event);
        if (mirror != null) mirror.end(event);
    }

    /// The names of the open events, outermost first, with the repetition they are in.
    CallPath openPath() {
        settleMuted();
        CallPath.Step[] steps = new CallPath.Step[depth];
        for (int level = 0; level < depth; level++) {
            PathNode node = stack[level].node;
            steps[level] = new CallPath.Step(node.name, node.loop, node.common);
        }
        return new CallPath(rank, List.of(steps), repetition);
    }

    /// Runs a task below a call path of another thread. The path itself gets no values here: it is
    /// open where it began.
    void attached(CallPath path, Runnable task) {
        settleMuted();
        PathNode before = current;
        int repetitionBefore = repetition;
        boolean attachedBefore = attached;
        int depthBefore = depth;
        PathNode node = top;
        for (CallPath.Step step : path.steps()) {
            PathNode known = node.child(step.name());
            node = known != null ? known : newNode(node, step.name(), step.loop(), step.common());
        }
        current = node;
        repetition = path.repetition();
        attached = true;
        try {
            task.run();
        } finally {
            closeDownTo(depthBefore);
            current = before;
            repetition = repetitionBefore;
            attached = attachedBefore;
        }
    }

    private void closeDownTo(int level) {
        settleMuted();
        if (depth > level) rank.misuse.count(Misuse.LEFT_OPEN, depth - level, forgotten());
        long now = now();
        while (depth > level) finish(stack[depth - 1], now);
    }

    /// Hands the map of a thread that has ended to a new one. Events that nobody can close any more
    /// are counted; their time is not known.
    void takeOver(Thread newThread) {
        settleMuted();
        countOpen();
        startChange();
        if (trace != null) trace.endOpen();
        depth = 0;
        current = top;
        thread = newThread;
        endChange();
    }

    /// From any thread: the owner may go on, so its depth may be newer than its stack.
    void countOpen() {
        Event[] events = visibleStack();
        int open = Math.min(openLevels(), events.length);
        if (open > 0)
            rank.misuse.count(
                    Misuse.LEFT_OPEN,
                    open,
                    "%s, on thread %d".formatted(forgotten(events[open - 1]), number));
    }

    /// Tells what limits kept away. Who wants one repetition does not want to hear of the others.
    void countBeyondLimits() {
        countBeyond(Misuse.REPETITION_LIMIT, beyondLimit, rank.repetitionLimit);
        countBeyond(Misuse.DEPTH_LIMIT, tooDeep, rank.depthLimit);
        if (trace != null) countBeyond(Misuse.TRACE_FULL, trace.dropped(), rank.traceEvents);
    }

    private void countBeyond(Misuse kind, long times, int limit) {
        if (times > 0) rank.misuse.count(kind, times, "limit %d".formatted(limit));
    }

    /// Ends what is open on the thread that ends the recording: its time counts up to now.
    void closeOpen() {
        settleMuted();
        if (depth > 0 && !rank.unattended) rank.misuse.count(Misuse.LEFT_OPEN, depth, forgotten());
        long now = now();
        while (depth > 0) finish(stack[depth - 1], now);
    }

    void forget() {
        nodes = new PathNode[0];
        nodeCount = 0;
        stack = new Event[0];
        top.forgetChildren();
        current = top;
    }

    Thread thread() {
        return thread;
    }

    /// From any thread.
    int nodeCount() {
        return nodeCount;
    }

    /// A call path below [#nodeCount], from any thread.
    PathNode node(int index) {
        return nodes[index];
    }

    boolean hasNodes() {
        return nodeCount > 0;
    }

    /// The call paths up to now, parents first.
    PathNode[] nodes() {
        int count = nodeCount;
        return Arrays.copyOf(nodes, count);
    }

    /// The log of muted calls, made for the first of them.
    MutedCalls muted() {
        MutedCalls known = muted;
        if (known != null) return known;
        var made = new MutedCalls(this);
        muted = made;
        return made;
    }

    /// A log to measure muted calls.
    MutedCalls spareMuted() {
        MutedCalls known = spareMuted;
        if (known != null) return known;
        var made = new MutedCalls(this);
        spareMuted = made;
        return made;
    }

    /// Whether an event has nothing but its time: other values cannot be made up for muted calls.
    boolean isPlain() {
        return !isWatched
                && trace == null
                && rank.metrics.numberCount == 0
                && rank.metrics.labelCount == 0;
    }

    private void settleMuted() {
        if (depth >= HAS_MUTED) muted().settle();
    }

    int openLevels() {
        return depth & ~HAS_MUTED;
    }

    PathNode childOf(PathNode caller, String name) {
        PathNode known = caller.child(name);
        return known != null ? known : newNode(caller, name, null, true);
    }

    private Event[] visibleStack() {
        Event[] seen = stack;
        VarHandle.acquireFence();
        return seen;
    }
}
