package treeline.formats.reading;

import treeline.array.Doubles;
import treeline.array.IndexSort;
import treeline.array.Ints;
import treeline.model.Frame;
import treeline.model.ProfileBuilder;
import treeline.source.ReadReport;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/// A call graph laid out as a forest in which every function occurs once, with all its values.
/// Tools that record call graphs do not know the cost of a function per call path.
///
/// A function is placed under the caller that contributes most, among those placed before it.
/// Functions whose callers are all placed come first, so in an acyclic graph all callers are
/// considered. If only cycles remain, the heaviest function with a placed caller is next or, if
/// there is none, the heaviest of all, as a root. A label lists the callers of functions that have
/// several.
public final class CallGraphForest {
    private static final String CALLERS = "callers";
    private static final int UNPLACED = -2;
    private static final int ROOT = -1;

    private final List<Frame> frames = new ArrayList<>();
    private final Doubles weight = new Doubles();
    private final Ints caller = new Ints();
    private final Ints callee = new Ints();
    private final Doubles callWeight = new Doubles();

    /// A function and its weight, which is its inclusive time; returns its number.
    public int function(Frame frame, double inclusive) {
        weight.add(inclusive);
        frames.add(frame);
        return frames.size() - 1;
    }

    public void call(int from, int to, double inclusive) {
        caller.add(from);
        callee.add(to);
        callWeight.add(inclusive);
    }

    /// Makes the nodes; returns the builder's node of each function.
    public int[] moveTo(ProfileBuilder builder, ReadReport.Log log) {
        int[] order = new int[frames.size()];
        int[] parent = place(order, log);
        int[] node = new int[frames.size()];
        for (int function : order) {
            int above = parent[function] == ROOT ? ProfileBuilder.ROOT : node[parent[function]];
            node[function] = builder.newChild(above, frames.get(function));
        }
        int[][] incoming = callsBy(callee);
        for (int function = 0; function < node.length; function++)
            if (incoming[function].length > 1)
                labelCallers(builder, node[function], function, incoming[function], log);
        return node;
    }

    private void labelCallers(
            ProfileBuilder builder, int node, int function, int[] incoming, ReadReport.Log log) {
        log.note(
                "function has several callers; shown under the one that contributes most",
                frames.get(function).name());
        var names = new StringJoiner(", ");
        for (int call : incoming) names.add(frames.get(caller.at(call)).name());
        builder.label(CALLERS, node, names.toString());
    }

    /// Fills `order` with the functions, callers first, and returns the parent of each.
    private int[] place(int[] order, ReadReport.Log log) {
        int functions = frames.size();
        int[] parent = new int[functions];
        Arrays.fill(parent, UNPLACED);
        int[][] incoming = callsBy(callee);
        int[][] outgoing = callsBy(caller);
        int[] waiting = new int[functions];
        for (int call = 0; call < caller.size(); call++)
            if (caller.at(call) != callee.at(call)) waiting[callee.at(call)]++;
        Deque<Integer> ready = new ArrayDeque<>();
        for (int function = 0; function < functions; function++)
            if (waiting[function] == 0) ready.add(function);
        PriorityQueue<Integer> called = new PriorityQueue<>(heaviestFirst());
        Deque<Integer> all = new ArrayDeque<>(heaviestFunctions());
        for (int placed = 0; placed < functions; ) {
            if (ready.isEmpty()) log.note("a call cycle was cut", "");
            Integer next = ready.isEmpty() ? called.poll() : ready.poll();
            if (next == null) next = all.remove();
            if (parent[next] != UNPLACED) continue;
            parent[next] = heaviestCaller(incoming[next], parent);
            order[placed++] = next;
            for (int call : outgoing[next]) {
                int to = callee.at(call);
                if (to == next || parent[to] != UNPLACED) continue;
                if (--waiting[to] == 0) ready.add(to);
                else called.add(to);
            }
        }
        return parent;
    }

    private Comparator<Integer> heaviestFirst() {
        return Comparator.<Integer>comparingDouble(function -> -weight.at(function))
                .thenComparing(Comparator.naturalOrder());
    }

    private List<Integer> heaviestFunctions() {
        return IntStream.of(IndexSort.descending(weight.toArray())).boxed().toList();
    }

    private int heaviestCaller(int[] incoming, int[] parent) {
        int best = ROOT;
        double most = Double.NEGATIVE_INFINITY;
        for (int call : incoming) {
            boolean placed =
                    parent[caller.at(call)] != UNPLACED && caller.at(call) != callee.at(call);
            if (placed && callWeight.at(call) > most) {
                best = caller.at(call);
                most = callWeight.at(call);
            }
        }
        return best;
    }

    /// The calls of each function, by its side of them.
    private int[][] callsBy(Ints side) {
        int[] count = new int[frames.size()];
        for (int call = 0; call < caller.size(); call++) count[side.at(call)]++;
        int[][] grouped = new int[count.length][];
        for (int function = 0; function < count.length; function++)
            grouped[function] = new int[count[function]];
        for (int call = side.size() - 1; call >= 0; call--)
            grouped[side.at(call)][--count[side.at(call)]] = call;
        return grouped;
    }
}
