package treeline.formats.chrometrace;

import treeline.formats.reading.SampleCells;
import treeline.formats.reading.TimeLine;
import treeline.model.Frame;
import treeline.model.ProfileBuilder;
import treeline.source.TraceLine;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// The call tree that slices make, and what they add up to. Work of a device stands under the call
/// that launched it, whatever the device did around it.
final class Nesting {
    /// The metrics of its cells.
    static final int TIME = 0;

    static final int CALLS = 1;

    private static final double NANOS_PER_MICRO = 1000;

    final Names names = new Names();
    final Tally log;
    private final ProfileBuilder builder;
    private final double lineOrigin;
    private final SampleCells cells = new SampleCells(2);
    private final Map<Integer, Integer> nodeOfLaunch = new HashMap<>();
    private int[] frameOf = {}; // handles by what slices are; 0 is none yet, others are one more
    private int[] parentOf = new int[64];

    /// @param lineOrigin when the run began, in microseconds; NaN where nobody asked for time
    ///   lines, which stay empty
    Nesting(ProfileBuilder builder, Tally log, double lineOrigin) {
        this.builder = builder;
        this.log = log;
        this.lineOrigin = lineOrigin;
    }

    /// From a time on, a thread or stream is in a node.
    void enter(TimeLine line, double micros, int node) {
        if (!Double.isNaN(lineOrigin))
            line.enter(Math.round((micros - lineOrigin) * NANOS_PER_MICRO), node);
    }

    SampleCells cells() {
        return cells;
    }

    /// Counts a slice of a thread.
    void add(int thread, int node, double duration) {
        int cell = cells.of(thread, node);
        cells.add(cell, TIME, duration);
        cells.add(cell, CALLS, 1);
    }

    /// Work of devices may name this node as its launch.
    void launches(Category category, int correlation, int node) {
        if (category == Category.LAUNCH && correlation >= 0) nodeOfLaunch.put(correlation, node);
    }

    /// Puts the work of a stream under the calls that launched it, once all of these are nested.
    /// Their callers have it in their inclusive time of the stream.
    void launched(int stream, Slices slices, TimeLine line) {
        var inclusive = new TreeMap<Integer, Double>(Comparator.reverseOrder());
        for (int slice : slices.inOrder()) {
            Integer launch = nodeOfLaunch.get(slices.correlation(slice));
            if (launch == null)
                log.note(
                        "the launch of a kernel is not in the file; it stands at the root",
                        names.text(slices.name(slice)));
            int parent = launch == null ? ProfileBuilder.ROOT : launch;
            int node = child(parent, slices.name(slice), slices.category(slice));
            inclusive.merge(node, slices.duration(slice), Double::sum);
            cells.add(CALLS, stream, node, 1);
            enter(line, slices.begin(slice), node);
            enter(line, slices.begin(slice) + slices.duration(slice), TraceLine.NO_NODE);
        }
        while (!inclusive.isEmpty()) {
            var last = inclusive.pollFirstEntry(); // callers have lower numbers
            cells.add(TIME, stream, last.getKey(), last.getValue());
            int caller = parentOf[last.getKey()];
            if (caller != ProfileBuilder.ROOT)
                inclusive.merge(caller, last.getValue(), Double::sum);
        }
    }

    /// The node of a slice under another one.
    int child(int parent, int name, Category category) {
        int what = name << Category.BITS | category.ordinal();
        if (what >= frameOf.length)
            frameOf = Arrays.copyOf(frameOf, Math.max(what + 1, frameOf.length * 2));
        if (frameOf[what] == 0) frameOf[what] = builder.frame(frame(name, category)) + 1;
        int node = builder.child(parent, frameOf[what] - 1);
        if (node >= parentOf.length) parentOf = Arrays.copyOf(parentOf, node * 2);
        parentOf[node] = parent;
        return node;
    }

    private Frame frame(int name, Category category) {
        String text = names.text(name);
        return category.frame(text.isEmpty() ? "unnamed" : text);
    }
}
