package treeline.formats.slices;

import org.jspecify.annotations.Nullable;

import treeline.array.Ints;
import treeline.formats.reading.SampleCells;
import treeline.formats.reading.ThreadTable;
import treeline.formats.reading.TimeLine;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.trace.OperationKind;
import treeline.source.trace.TraceLine;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// The call tree of nested slices, with their sums. Device work becomes a child of the call that
/// launched it.
final class Nesting {
    // The metrics of cells.
    private static final int TIME = 0;

    private static final int CALLS = 1;

    /// Shorter overlaps are due to the clock of the recording tool.
    private static final double CLOCK_ERROR_NANOS = 1_000;

    private static final int NEW = -2;
    private static final int NONE = -1;
    private static final List<OperationKind> OPERATIONS = Arrays.asList(OperationKind.values());

    final SliceNames names = new SliceNames();
    final SkippedEvents log;
    private final ProfileBuilder builder;
    private final List<SliceKind> kinds;
    private final SliceClock clock;
    private final @Nullable LineClock lineClock;
    private final @Nullable Flows flows;
    private final @Nullable DeviceOperations operations;
    private final SampleCells cells = new SampleCells(2);
    private final SampleCells moved = new SampleCells(1);
    private final Launches launches = new Launches();
    private final Ints frameOf = new Ints(); // handles by name and kind, or NEW
    private final Ints parentOf = new Ints();
    private final Ints whatOf = new Ints(); // name and kind by node, or NONE
    private final Ints operationOf = new Ints(); // by name and kind: one of OPERATIONS, NONE or NEW

    /// @param lineOrigin when the run began, in the unit of the clock; NaN where nobody asked for
    ///   time lines, which stay empty
    /// @param flows those that link launches, null before they are known
    Nesting(
            ProfileBuilder builder,
            List<? extends SliceKind> kinds,
            SliceClock clock,
            SkippedEvents log,
            double lineOrigin,
            @Nullable Flows flows) {
        this.builder = builder;
        this.kinds = List.copyOf(kinds);
        this.clock = clock;
        this.log = log;
        this.lineClock = Double.isNaN(lineOrigin) ? null : new LineClock(lineOrigin, clock.nanos());
        this.flows = flows;
        this.operations = lineClock == null ? null : new DeviceOperations(launches, flows);
    }

    /// The operations of the trace; null where nobody asked for time lines.
    @Nullable DeviceOperations operations() {
        return operations;
    }

    @Nullable LineClock lineClock() {
        return lineClock;
    }

    /// The number of a kind.
    int kind(SliceKind kind) {
        return kinds.indexOf(kind);
    }

    /// How much two times may differ by rounding.
    double rounding() {
        return clock.rounding();
    }

    /// Notes that a slice neither lies within the open one nor follows it.
    ///
    /// @param kind of the slice
    /// @param openKind of the other one
    /// @param by the time in which both run
    void overlap(int name, int kind, int openKind, double by) {
        String what = "two slices overlap";
        if (kinds.get(kind).isRange() || kinds.get(openKind).isRange())
            what = "a range overlaps a call";
        else if (by * clock.nanos() <= CLOCK_ERROR_NANOS)
            what = "two slices overlap by less than 1 µs";
        log.note(what + " without nesting; they become siblings", names.text(name));
    }

    /// From a time on, a thread or stream is in a node.
    void enter(TimeLine line, double at, int node) {
        if (lineClock != null) line.enter(lineClock.nanos(at), node);
    }

    /// Counts a slice of a thread.
    void add(int thread, int node, double duration) {
        int cell = cells.of(thread, node);
        cells.add(cell, TIME, duration);
        cells.add(cell, CALLS, 1);
    }

    /// Adds the metrics and their values to the builder: the time of threads as `time`, that of
    /// streams as `gpu time`.
    void moveTo(ThreadTable threads) {
        int[] contexts = threads.moveTo(builder);
        times(Metric.HOST_TIME, contexts, thread -> !threads.isStream(thread));
        times(Metric.DEVICE_TIME, contexts, threads::isStream);
        int calls = builder.metric(new Metric("calls", Unit.COUNT, Metric.Scope.EXCLUSIVE));
        cells.forEach(
                CALLS, (thread, node, sum) -> builder.add(calls, contexts[thread], node, sum));
        if (moved.isEmpty()) return;
        int bytes = builder.metric(new Metric("moved", Unit.BYTES, Metric.Scope.EXCLUSIVE));
        moved.moveTo(builder, thread -> contexts[thread], bytes);
    }

    private void times(String name, int[] contexts, IntPredicate threads) {
        if (IntStream.range(0, contexts.length).noneMatch(threads)) return;
        int time = builder.metric(new Metric(name, clock.unit(), Metric.Scope.INCLUSIVE));
        cells.forEach(
                TIME,
                (thread, node, sum) -> {
                    if (threads.test(thread)) builder.add(time, contexts[thread], node, sum);
                });
    }

    Launches launches() {
        return launches;
    }

    /// Work of devices may name this node as its launch.
    void launches(int kind, int launch, int node, int thread, double begin) {
        if (launch == Lane.NO_LAUNCH || !kinds.get(kind).launches()) return;
        launches.keep(launch, node, thread, begin);
    }

    /// A slice of a thread has ended.
    void left(
            int thread,
            int node,
            int name,
            int kind,
            int launch,
            double begin,
            double end,
            double bytes) {
        if (flows != null)
            flows.claim(thread, begin, end, point -> keepFlow(point, node, thread, begin, end));
        if (lineClock == null || operations == null) return;
        if (launch != Lane.NO_LAUNCH && kinds.get(kind).launches())
            launches.keepEnd(launch, thread, begin, end);
        OperationKind operation = operation(name, kind);
        if (operation != null)
            operations.add(
                    thread,
                    operation,
                    node,
                    launch,
                    lineClock.nanos(begin),
                    lineClock.nanos(end),
                    bytes);
    }

    private void keepFlow(int point, int node, int thread, double begin, double end) {
        int launch = launches.ofFlow(point);
        launches.keep(launch, node, thread, begin);
        launches.keepEnd(launch, thread, begin, end);
    }

    /// The launch of work that flows link to it, or [Lane#NO_LAUNCH].
    int launchByFlow(int stream, double begin, double end) {
        int point = flows == null ? Flows.NONE : flows.launchOf(stream, begin, end);
        return point == Flows.NONE ? Lane.NO_LAUNCH : launches.find(launches.ofFlow(point), begin);
    }

    /// The operation that slices of a name are; null if they are none.
    private @Nullable OperationKind operation(int name, int kind) {
        int what = what(name, kind);
        operationOf.padTo(what + 1, NEW);
        if (operationOf.at(what) == NEW)
            operationOf.set(
                    what,
                    OPERATIONS.indexOf(kinds.get(kind).operation(names.text(name)).orElse(null)));
        int operation = operationOf.at(what);
        return operation == NONE ? null : OPERATIONS.get(operation);
    }

    private int what(int name, int kind) {
        return Math.multiplyExact(name, kinds.size()) + kind;
    }

    /// Puts work of a stream under the calls that launched it, once all of these are nested. Their
    /// callers have it in their inclusive time of the stream.
    ///
    /// @param work in the order of its begins
    void launched(int stream, Slices slices, int[] work, TimeLine line) {
        var inclusive = new TreeMap<Integer, Double>(Comparator.reverseOrder());
        for (int slice : work) {
            if (slices.phase(slice) == Lane.ABANDONED) continue;
            double begin = slices.begin(slice);
            double duration = slices.duration(slice);
            int parent = parent(slices.launch(slice), slices.name(slice));
            int node = child(parent, slices.name(slice), slices.kind(slice));
            inclusive.merge(node, duration, Double::sum);
            cells.add(CALLS, stream, node, 1);
            if (slices.moved(slice) > 0) moved.add(0, stream, node, slices.moved(slice));
            enter(line, begin, node);
            enter(line, begin + duration, TraceLine.NO_NODE);
            operate(stream, slices, slice, node);
        }
        while (!inclusive.isEmpty()) {
            var last = inclusive.pollFirstEntry(); // callers have lower numbers
            cells.add(TIME, stream, last.getKey(), last.getValue());
            int caller = parentOf.at(last.getKey());
            if (caller != ProfileBuilder.ROOT)
                inclusive.merge(caller, last.getValue(), Double::sum);
        }
    }

    /// Adds work of a stream to the operations of the trace.
    private void operate(int stream, Slices slices, int slice, int node) {
        if (lineClock == null || operations == null) return;
        OperationKind operation = operation(slices.name(slice), slices.kind(slice));
        double begin = slices.begin(slice);
        operations.add(
                stream,
                operation == null ? OperationKind.KERNEL : operation,
                node,
                slices.launch(slice),
                lineClock.nanos(begin),
                lineClock.nanos(begin + slices.duration(slice)),
                slices.moved(slice));
    }

    /// The node of the call that launched work of a device.
    private int parent(int launch, int name) {
        if (launch != Lane.NO_LAUNCH) return launches.node(launch);
        log.note(
                "the launch of a kernel is not in the file; the kernel becomes a root",
                names.text(name));
        return ProfileBuilder.ROOT;
    }

    /// The node of a slice under another one.
    int child(int parent, int name, int kind) {
        int what = what(name, kind);
        frameOf.padTo(what + 1, NEW);
        if (frameOf.at(what) == NEW) frameOf.set(what, builder.frame(frame(name, kind)));
        int node = builder.child(parent, frameOf.at(what));
        parentOf.put(node, parent, ProfileBuilder.ROOT);
        whatOf.put(node, what, NONE);
        return node;
    }

    /// The nodes of slices in which a thread works.
    ///
    /// @param nodeAt the place of each node in the tree
    BitSet working(int[] nodeAt) {
        var working = new BitSet();
        for (int node = 0; node < whatOf.size(); node++) {
            int what = whatOf.at(node);
            if (what == NONE) continue;
            String name = names.text(what / kinds.size());
            if (kinds.get(what % kinds.size()).works(name)) working.set(nodeAt[node]);
        }
        return working;
    }

    private Frame frame(int name, int kind) {
        String text = names.text(name);
        return kinds.get(kind).frame(text.isEmpty() ? "unnamed" : text);
    }
}
