package treeline.formats.slices;

import treeline.formats.reading.SampleCells;
import treeline.formats.reading.TimeLine;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.TraceLine;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// The call tree that slices make, and what they add up to. Work of a device stands under the call
/// that launched it, whatever the device did around it.
final class Nesting {
    // The metrics of cells.
    private static final int TIME = 0;
    private static final int CALLS = 1;

    final Names names = new Names();
    final Tally log;
    private final ProfileBuilder builder;
    private final List<SliceKind> kinds;
    private final SliceClock clock;
    private final double lineOrigin;
    private final SampleCells cells = new SampleCells(2);
    private final SampleCells moved = new SampleCells(1);
    private int[] nodeOfLaunch = {}; // by number; 0 is none yet, others are one more
    private int[] frameOf = {}; // handles by name and kind; 0 is none yet, others are one more
    private int[] parentOf = new int[64];

    /// @param lineOrigin when the run began, in the unit of the clock; NaN where nobody asked for
    ///   time lines, which stay empty
    Nesting(
            ProfileBuilder builder,
            List<? extends SliceKind> kinds,
            SliceClock clock,
            Tally log,
            double lineOrigin) {
        this.builder = builder;
        this.kinds = List.copyOf(kinds);
        this.clock = clock;
        this.log = log;
        this.lineOrigin = lineOrigin;
    }

    /// The number of a kind.
    int kind(SliceKind kind) {
        return kinds.indexOf(kind);
    }

    /// How much two times may differ by rounding.
    double rounding() {
        return clock.rounding();
    }

    /// From a time on, a thread or stream is in a node.
    void enter(TimeLine line, double at, int node) {
        if (!Double.isNaN(lineOrigin))
            line.enter(Math.round((at - lineOrigin) * clock.nanos()), node);
    }

    /// Counts a slice of a thread.
    void add(int thread, int node, double duration) {
        int cell = cells.of(thread, node);
        cells.add(cell, TIME, duration);
        cells.add(cell, CALLS, 1);
    }

    /// Adds the metrics and their values to the builder.
    ///
    /// @param contexts the handle of the context of each thread
    void moveTo(int[] contexts) {
        int time = builder.metric(new Metric("time", clock.unit(), Metric.Scope.INCLUSIVE));
        int calls = builder.metric(new Metric("calls", Unit.COUNT, Metric.Scope.EXCLUSIVE));
        cells.moveTo(builder, thread -> contexts[thread], time, calls);
        if (moved.isEmpty()) return;
        int bytes = builder.metric(new Metric("moved", Unit.BYTES, Metric.Scope.EXCLUSIVE));
        moved.moveTo(builder, thread -> contexts[thread], bytes);
    }

    /// Work of devices may name this node as its launch.
    void launches(int kind, int launch, int node) {
        if (launch == Lane.NO_LAUNCH || !kinds.get(kind).launches()) return;
        nodeOfLaunch = withRoom(nodeOfLaunch, launch);
        nodeOfLaunch[launch] = node + 1;
    }

    /// Puts the work of a stream under the calls that launched it, once all of these are nested.
    /// Their callers have it in their inclusive time of the stream.
    void launched(int stream, Slices slices, TimeLine line) {
        var inclusive = new TreeMap<Integer, Double>(Comparator.reverseOrder());
        for (int slice : slices.inOrder()) {
            double begin = slices.begin(slice);
            double duration = slices.duration(slice);
            int node = child(parent(slices, slice), slices.name(slice), slices.kind(slice));
            inclusive.merge(node, duration, Double::sum);
            cells.add(CALLS, stream, node, 1);
            if (slices.moved(slice) > 0) moved.add(0, stream, node, slices.moved(slice));
            enter(line, begin, node);
            enter(line, begin + duration, TraceLine.NO_NODE);
        }
        while (!inclusive.isEmpty()) {
            var last = inclusive.pollFirstEntry(); // callers have lower numbers
            cells.add(TIME, stream, last.getKey(), last.getValue());
            int caller = parentOf[last.getKey()];
            if (caller != ProfileBuilder.ROOT)
                inclusive.merge(caller, last.getValue(), Double::sum);
        }
    }

    /// The node of the call that launched work of a device.
    private int parent(Slices slices, int slice) {
        int launch = slices.launch(slice);
        boolean known = launch >= 0 && launch < nodeOfLaunch.length && nodeOfLaunch[launch] != 0;
        if (known) return nodeOfLaunch[launch] - 1;
        log.note(
                "the launch of a kernel is not in the file; it stands at the root",
                names.text(slices.name(slice)));
        return ProfileBuilder.ROOT;
    }

    /// The node of a slice under another one.
    int child(int parent, int name, int kind) {
        int what = Math.multiplyExact(name, kinds.size()) + kind;
        frameOf = withRoom(frameOf, what);
        if (frameOf[what] == 0) frameOf[what] = builder.frame(frame(name, kind)) + 1;
        int node = builder.child(parent, frameOf[what] - 1);
        parentOf = withRoom(parentOf, node);
        parentOf[node] = parent;
        return node;
    }

    private static int[] withRoom(int[] numbers, int at) {
        if (at < numbers.length) return numbers;
        return Arrays.copyOf(numbers, Math.max(at + 1, numbers.length * 2));
    }

    private Frame frame(int name, int kind) {
        String text = names.text(name);
        return kinds.get(kind).frame(text.isEmpty() ? "unnamed" : text);
    }
}
