package treeline.formats.chrometrace;

import treeline.formats.reading.SampleCells;
import treeline.model.Frame;
import treeline.model.ProfileBuilder;
import treeline.source.TraceLine;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// Makes a call tree of slices that lie within each other: a slice's caller is the shortest one
/// around it. Work of a device stands under the call that launched it, whatever the device did
/// around it.
final class Nesting {
    /// How much two times may differ by rounding: writers cut at nanoseconds.
    private static final double ROUNDING_MICROS = 0.002;

    /// The metrics of its cells.
    static final int TIME = 0;

    static final int CALLS = 1;

    private final Slices slices;
    private final ProfileBuilder builder;
    private final Tally log;
    private final SampleCells cells = new SampleCells(2);
    private final Map<Integer, Integer> nodeOfLaunch = new HashMap<>();
    private final Map<Long, Frame> frames = new HashMap<>();

    private int[] parentOf = new int[64];
    private double[] ends = new double[64];
    private double[] begins = new double[64];
    private int[] nodes = new int[64];
    private int depth;

    Nesting(Slices slices, ProfileBuilder builder, Tally log) {
        this.slices = slices;
        this.builder = builder;
        this.log = log;
    }

    SampleCells cells() {
        return cells;
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
            int cell = cells.of(thread, node);
            cells.add(cell, TIME, slices.duration(slice));
            cells.add(cell, CALLS, 1);
            if (slices.category(slice) == Category.LAUNCH && slices.correlation(slice) >= 0)
                nodeOfLaunch.put(slices.correlation(slice), node);
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
        double slack = Math.max(ROUNDING_MICROS, 4 * Math.ulp(end));
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
            Integer launch = nodeOfLaunch.get(slices.correlation(slice));
            if (launch == null)
                log.note(
                        "the launch of a kernel is not in the file; it stands at the root",
                        text(slice));
            int parent = launch == null ? ProfileBuilder.ROOT : launch;
            int node = child(parent, slice);
            inclusive.merge(node, slices.duration(slice), Double::sum);
            cells.add(CALLS, stream, node, 1);
            line.enter(slices.begin(slice), node);
            line.enter(slices.begin(slice) + slices.duration(slice), TraceLine.NO_NODE);
        }
        while (!inclusive.isEmpty()) {
            var last = inclusive.pollFirstEntry(); // callers have lower numbers
            cells.add(TIME, stream, last.getKey(), last.getValue());
            int caller = parentOf[last.getKey()];
            if (caller != ProfileBuilder.ROOT)
                inclusive.merge(caller, last.getValue(), Double::sum);
        }
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
        Category category = slices.category(slice);
        long key = (long) slices.name(slice) << 8 | category.ordinal();
        String name = text(slice);
        return frames.computeIfAbsent(key, _ -> category.frame(name.isEmpty() ? "unnamed" : name));
    }
}
