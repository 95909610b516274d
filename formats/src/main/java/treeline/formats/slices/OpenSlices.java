package treeline.formats.slices;

import treeline.array.Doubles;
import treeline.array.Ints;
import treeline.formats.reading.TimeLine;
import treeline.model.ProfileBuilder;
import treeline.source.trace.TraceLine;

/// The open slices of a thread, outermost first. The caller of a slice is the shortest slice that
/// encloses it.
final class OpenSlices implements BeginEndMatcher.Opened {
    private final int thread;
    private final Nesting nesting;
    private final TimeLine line;
    private final Doubles begins = new Doubles(8);
    private final Doubles ends = new Doubles(8);
    private final Ints nodes = new Ints(8);
    private final Ints names = new Ints(8);
    private final Ints kinds = new Ints(8);
    private final Ints launches = new Ints(8);
    private final Doubles moved = new Doubles(8);

    OpenSlices(int thread, Nesting nesting, TimeLine line) {
        this.thread = thread;
        this.nesting = nesting;
        this.line = line;
    }

    @Override
    public int depth() {
        return nodes.size();
    }

    @Override
    public int name() {
        return names.last();
    }

    /// Enters a slice that has its end, after those that it lies within.
    void enter(Slices slices, int slice) {
        double begin = slices.begin(slice);
        double end = begin + slices.duration(slice);
        int name = slices.name(slice);
        leaveBefore(begin, end, name, slices.kind(slice));
        int node = enter(begin, name, slices.kind(slice), slices.launch(slice));
        setEnd(end);
        moved.set(moved.size() - 1, slices.moved(slice));
        if (slices.phase(slice) != Lane.ABANDONED)
            nesting.add(thread, node, slices.duration(slice));
    }

    /// Enters a slice that ends where [#leave] says.
    int enter(double begin, int name, int kind, int launch) {
        int parent = nodes.isEmpty() ? ProfileBuilder.ROOT : nodes.last();
        int node = nesting.child(parent, name, kind);
        nesting.launches(kind, launch, node, thread, begin);
        begins.add(begin);
        ends.add(begin);
        names.add(name);
        kinds.add(kind);
        launches.add(launch);
        moved.add(0);
        nodes.add(node);
        nesting.enter(line, begin, node);
        return node;
    }

    /// Ends the innermost slice, of which the end was not known.
    @Override
    public void leave(double end) {
        nesting.add(thread, nodes.last(), end - begins.last());
        setEnd(end);
        leave();
    }

    @Override
    public void abandon(double last) {
        setEnd(last);
        leave();
    }

    void leaveAll() {
        while (!nodes.isEmpty()) leave();
    }

    private void setEnd(double end) {
        ends.set(ends.size() - 1, end);
    }

    private void leave() {
        double end = ends.removeLast();
        nesting.left(
                thread,
                nodes.removeLast(),
                names.removeLast(),
                kinds.removeLast(),
                launches.removeLast(),
                begins.removeLast(),
                end,
                moved.removeLast());
        nesting.enter(line, end, nodes.isEmpty() ? TraceLine.NO_NODE : nodes.last());
    }

    /// Leaves what ended before a slice begins, and what it does not lie within.
    private void leaveBefore(double begin, double end, int name, int kind) {
        double slack = Math.max(nesting.rounding(), 4 * Math.ulp(end));
        while (!nodes.isEmpty()
                && ends.last() <= begin + (begins.last() < begin ? slack : 0)
                && !(begins.last() == begin && ends.last() >= end)) leave();
        while (!nodes.isEmpty() && ends.last() + slack < end) {
            nesting.overlap(name, kind, kinds.last(), ends.last() - begin);
            leave();
        }
    }
}
