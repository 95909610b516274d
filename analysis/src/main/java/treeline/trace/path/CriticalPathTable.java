package treeline.trace.path;

import treeline.array.IndexSort;
import treeline.model.CallTree;
import treeline.model.ContextNames;
import treeline.model.Outline;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.table.Column;
import treeline.table.Rows;
import treeline.table.Table;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// The composition of a critical path as tables, in seconds.
public final class CriticalPathTable {
    /// How much faster a function is assumed to be for the column `gain`.
    public static final double FASTER = 0.1;

    private CriticalPathTable() {}

    /// One row per function on the path, largest time first.
    ///
    /// `mean` is the exclusive time of the function, averaged over all threads and processes.
    /// `imbalance` is the excess of the time on the path over that mean. `gain` bounds what the run
    /// would gain if the function were a tenth faster everywhere: the path would shorten by a tenth
    /// of its time in the function, and another path may then be the longest.
    public static Table functions(CriticalPath path, Traces traces, Outline outline) {
        CallTree tree = outline.tree();
        long[] onPath = path.nanosByNode(traces, tree.size());
        long[] overall = nanosOfAll(traces, tree.size());
        Map<String, long[]> byFunction = new TreeMap<>();
        for (int node = 0; node < tree.size(); node++) {
            long[] sums = byFunction.computeIfAbsent(tree.name(node), _ -> new long[2]);
            sums[0] += onPath[node];
            sums[1] += overall[node];
        }
        if (onPath[tree.size()] > 0)
            byFunction.put(
                    TraceLine.NO_ACTIVITY, new long[] {onPath[tree.size()], overall[tree.size()]});
        List<Map.Entry<String, long[]>> rows =
                byFunction.entrySet().stream()
                        .filter(each -> each.getValue()[0] > 0)
                        .sorted(
                                Comparator.<Map.Entry<String, long[]>>comparingLong(
                                                each -> each.getValue()[0])
                                        .reversed()
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .toList();
        double contexts = threads(traces, outline);
        double length = Math.max(1, path.nanos());
        var all = Rows.of(rows);
        return Table.of(
                all.text("function", each -> each.getKey()),
                all.seconds("seconds", each -> each.getValue()[0]),
                all.real("share", each -> each.getValue()[0] / length).share(),
                all.seconds("mean", each -> each.getValue()[1] / contexts),
                all.seconds(
                        "imbalance",
                        each -> Math.max(0, each.getValue()[0] - each.getValue()[1] / contexts)),
                all.seconds("gain", each -> FASTER * each.getValue()[0]).headed("gain up to"));
    }

    private static double threads(Traces traces, Outline outline) {
        return Math.max(
                1,
                traces.lines().stream()
                        .mapToInt(TraceLine::context)
                        .filter(each -> outline.contexts().get(each).stream() < 0)
                        .distinct()
                        .count());
    }

    private static long[] nanosOfAll(Traces traces, int nodes) {
        return traces.lines().parallelStream()
                .map(
                        line -> {
                            long[] nanos = new long[nodes + 1];
                            line.between(
                                    0,
                                    Long.MAX_VALUE,
                                    (begin, end, node) ->
                                            nanos[node == TraceLine.NO_NODE ? nodes : node] +=
                                                    end - begin);
                            return nanos;
                        })
                .reduce(
                        new long[nodes + 1],
                        (a, b) -> {
                            long[] sums = Arrays.copyOf(a, a.length);
                            for (int i = 0; i < sums.length; i++) sums[i] += b[i];
                            return sums;
                        });
    }

    /// One row per context on the path, largest time first.
    public static Table contexts(CriticalPath path, Outline outline) {
        long[] nanos = new long[outline.contexts().size()];
        for (CriticalPath.Segment segment : path.segments())
            nanos[segment.context()] += segment.endNanos() - segment.beginNanos();
        int[] rows =
                IndexSort.of(
                        IntStream.range(0, nanos.length).filter(i -> nanos[i] > 0).toArray(),
                        (i, other) -> Long.compare(nanos[other], nanos[i]));
        List<String> names = ContextNames.of(outline).names();
        double length = Math.max(1, path.nanos());
        return Table.of(
                Column.text("context", rows.length, i -> names.get(rows[i])),
                Column.seconds("seconds", rows.length, i -> nanos[rows[i]]),
                Column.real("share", rows.length, i -> nanos[rows[i]] / length).share());
    }

    /// One row per segment, in time order.
    public static Table segments(CriticalPath path, Outline outline) {
        List<CriticalPath.Segment> all = path.segments();
        List<String> names = ContextNames.of(outline).names();
        var rows = Rows.of(all);
        return Table.of(
                rows.text("context", each -> names.get(each.context())),
                rows.seconds("begin", CriticalPath.Segment::beginNanos).headed("from"),
                rows.seconds("end", CriticalPath.Segment::endNanos).headed("to"),
                rows.seconds("seconds", each -> each.endNanos() - each.beginNanos()));
    }
}
