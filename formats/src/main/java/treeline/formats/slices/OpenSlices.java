package treeline.formats.slices;

import treeline.formats.reading.TimeLine;
import treeline.model.ProfileBuilder;
import treeline.source.trace.TraceLine;

import java.util.Arrays;

/// The open slices of a thread, outermost first. The caller of a slice is the shortest slice that
/// encloses it.
final class OpenSlices implements BeginEndMatcher.Opened {
    private final int thread;
    private final Nesting nesting;
    private final TimeLine line;
    private double[] begins = new double[8];
    private double[] ends = new double[8];
    private int[] nodes = new int[8];
    private int[] names = new int[8];
    private int[] kinds = new int[8];
    private int[] launches = new int[8];
    private double[] moved = new double[8];
    private int depth;

    OpenSlices(int thread, Nesting nesting, TimeLine line) {
        this.thread = thread;
        this.nesting = nesting;
        this.line = line;
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public int name() {
        return names[depth - 1];
    }

    /// Enters a slice that has its end, after those that it lies within.
    void enter(Slices slices, int slice) {
        double begin = slices.begin(slice);
        double end = begin + slices.duration(slice);
        int name = slices.name(slice);
        leaveBefore(begin, end, name);
        int node = enter(begin, name, slices.kind(slice), slices.launch(slice));
        ends[depth - 1] = end;
        moved[depth - 1] = slices.moved(slice);
        if (slices.phase(slice) != Lane.ABANDONED)
            nesting.add(thread, node, slices.duration(slice));
    }

    /// Enters a slice that ends where [#leave] says.
    int enter(double begin, int name, int kind, int launch) {
        int parent = depth == 0 ? ProfileBuilder.ROOT : nodes[depth - 1];
        int node = nesting.child(parent, name, kind);
        nesting.launches(kind, launch, node, thread, begin);
        if (depth == nodes.length) grow();
        begins[depth] = begin;
        names[depth] = name;
        kinds[depth] = kind;
        launches[depth] = launch;
        moved[depth] = 0;
        nodes[depth++] = node;
        nesting.enter(line, begin, node);
        return node;
    }

    /// Ends the innermost slice, of which the end was not known.
    @Override
    public void leave(double end) {
        nesting.add(thread, nodes[depth - 1], end - begins[depth - 1]);
        ends[depth - 1] = end;
        leave();
    }

    @Override
    public void abandon(double last) {
        ends[depth - 1] = last;
        leave();
    }

    void leaveAll() {
        while (depth > 0) leave();
    }

    private void leave() {
        depth--;
        nesting.left(
                thread,
                nodes[depth],
                names[depth],
                kinds[depth],
                launches[depth],
                begins[depth],
                ends[depth],
                moved[depth]);
        nesting.enter(line, ends[depth], depth == 0 ? TraceLine.NO_NODE : nodes[depth - 1]);
    }

    /// Leaves what ended before a slice begins, and what it does not lie within.
    private void leaveBefore(double begin, double end, int name) {
        double slack = Math.max(nesting.rounding(), 4 * Math.ulp(end));
        while (depth > 0
                && ends[depth - 1] <= begin + (begins[depth - 1] < begin ? slack : 0)
                && !(begins[depth - 1] == begin && ends[depth - 1] >= end)) leave();
        while (depth > 0 && ends[depth - 1] + slack < end) {
            nesting.log.note(
                    "two slices overlap without nesting; they become siblings",
                    nesting.names.text(name));
            leave();
        }
    }

    private void grow() {
        begins = Arrays.copyOf(begins, depth * 2);
        ends = Arrays.copyOf(ends, depth * 2);
        nodes = Arrays.copyOf(nodes, depth * 2);
        names = Arrays.copyOf(names, depth * 2);
        kinds = Arrays.copyOf(kinds, depth * 2);
        launches = Arrays.copyOf(launches, depth * 2);
        moved = Arrays.copyOf(moved, depth * 2);
    }
}
