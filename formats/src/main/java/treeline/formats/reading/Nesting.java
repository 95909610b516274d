package treeline.formats.reading;

import org.jspecify.annotations.Nullable;

import treeline.model.Frame;
import treeline.model.ProfileBuilder;
import treeline.source.TraceLine;

import java.util.Arrays;
import java.util.Comparator;
import java.util.TreeMap;

/// Makes a call tree of slices that lie within each other: a slice's caller is the shortest one
/// around it. Work of a device stands under the call that launched it, whatever the device did
/// around it.
final class Nesting {
    private static final int UNKNOWN = -2;

    private final Slices slices;
    private final ProfileBuilder builder;
    private final Tally log;
    private final CellSums times = new CellSums();
    private final CellSums calls = new CellSums();
    private final CellSums moved = new CellSums();
    private final double rounding;
    private final int[] nodeOfLaunch;
    private final @Nullable Frame[] frames; // by name and kind

    private int[] parentOf = new int[64];
    private double[] ends = new double[64];
    private double[] begins = new double[64];
    private int[] nodes = new int[64];
    private int depth;

    Nesting(Slices slices, double rounding, ProfileBuilder builder, Tally log) {
        this.slices = slices;
        this.rounding = rounding;
        this.nodeOfLaunch = new int[slices.launches()];
        Arrays.fill(nodeOfLaunch, UNKNOWN);
        this.frames = new Frame[slices.names() * slices.kinds()];
        this.builder = builder;
        this.log = log;
    }

    CellSums times() {
        return times;
    }

    CellSums calls() {
        return calls;
    }

    /// How many bytes were moved.
    CellSums moved() {
        return moved;
    }

    /// Nests the slices of a thread by their times.
    ///
    /// @param ofThread begins with their ends, and whole slices
    void nest(int thread, int[] ofThread, TimeLine line) {
        SliceOrder.sort(ofThread, this::outerFirst);
        depth = 0;
        for (int slice : ofThread) {
            leaveBefore(slice, line);
            int parent = depth == 0 ? ProfileBuilder.ROOT : nodes[depth - 1];
            int node = child(parent, slice);
            times.add(thread, node, slices.duration(slice));
            calls.add(thread, node, 1);
            if (slices.launch(slice) != Slices.NO_LAUNCH) nodeOfLaunch[slices.launch(slice)] = node;
            push(slice, node);
            line.enter(slices.begin(slice), node);
        }
        while (depth > 0) leave(line);
    }

    private int outerFirst(int one, int other) {
        int byBegin = Double.compare(slices.begin(one), slices.begin(other));
        if (byBegin != 0) return byBegin;
        int byDuration = Double.compare(slices.duration(other), slices.duration(one));
        return byDuration != 0 ? byDuration : Integer.compare(one, other);
    }

    /// Leaves what ended before a slice begins, and what it does not lie within.
    private void leaveBefore(int slice, TimeLine line) {
        double begin = slices.begin(slice);
        double end = begin + slices.duration(slice);
        double slack = Math.max(rounding, 4 * Math.ulp(end));
        while (depth > 0
                && ends[depth - 1] <= begin + (begins[depth - 1] < begin ? slack : 0)
                && !(begins[depth - 1] == begin && ends[depth - 1] >= end)) leave(line);
        while (depth > 0 && ends[depth - 1] + slack < end) {
            log.note(
                    "two slices overlap, neither within the other; they stand side by side",
                    text(slice));
            leave(line);
        }
    }

    private void leave(TimeLine line) {
        depth--;
        line.enter(ends[depth], depth == 0 ? TraceLine.NO_NODE : nodes[depth - 1]);
    }

    private void push(int slice, int node) {
        if (depth == nodes.length) {
            ends = Arrays.copyOf(ends, depth * 2);
            begins = Arrays.copyOf(begins, depth * 2);
            nodes = Arrays.copyOf(nodes, depth * 2);
        }
        begins[depth] = slices.begin(slice);
        ends[depth] = slices.begin(slice) + slices.duration(slice);
        nodes[depth++] = node;
    }

    /// Puts the work of a stream under the calls that launched it, once all of these are nested.
    /// Their callers have it in their inclusive time of the stream.
    ///
    /// @param ofStream in the order of their begins
    void launched(int stream, int[] ofStream, TimeLine line) {
        var inclusive = new TreeMap<Integer, Double>(Comparator.reverseOrder());
        for (int slice : ofStream) {
            int launch = launch(slice);
            if (launch == UNKNOWN)
                log.note(
                        "the launch of a kernel is not in the file; it stands at the root",
                        text(slice));
            int parent = launch == UNKNOWN ? ProfileBuilder.ROOT : launch;
            int node = child(parent, slice);
            inclusive.merge(node, slices.duration(slice), Double::sum);
            calls.add(stream, node, 1);
            if (slices.moved(slice) > 0) moved.add(stream, node, slices.moved(slice));
            line.enter(slices.begin(slice), node);
            line.enter(slices.begin(slice) + slices.duration(slice), TraceLine.NO_NODE);
        }
        while (!inclusive.isEmpty()) {
            var last = inclusive.pollFirstEntry(); // callers have lower numbers
            times.add(stream, last.getKey(), last.getValue());
            int caller = parentOf[last.getKey()];
            if (caller != ProfileBuilder.ROOT)
                inclusive.merge(caller, last.getValue(), Double::sum);
        }
    }

    private int launch(int slice) {
        int launch = slices.launch(slice);
        return launch == Slices.NO_LAUNCH ? UNKNOWN : nodeOfLaunch[launch];
    }

    private int child(int parent, int slice) {
        int node = builder.child(parent, frame(slice));
        if (node >= parentOf.length) parentOf = Arrays.copyOf(parentOf, node * 2);
        parentOf[node] = parent;
        return node;
    }

    private String text(int slice) {
        return slices.text(slices.name(slice));
    }

    private Frame frame(int slice) {
        int at = slices.name(slice) * slices.kinds() + slices.kindAt(slice);
        Frame known = frames[at];
        if (known != null) return known;
        String name = text(slice);
        Frame made = slices.kind(slice).frame(name.isEmpty() ? "unnamed" : name);
        frames[at] = made;
        return made;
    }
}
